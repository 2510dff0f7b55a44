"""What the landlord sets at the table: language, sounds, names, rules, screen; and the clock."""

from __future__ import annotations

import time

import msgspec

from display.sounds import KINDS
from display.views import Text, msg
from table.config import Config
from table.desk import Desk
from table.errors import TableError
from table.machine import MachineRefused
from table.scenes.service import Entry, ListScene
from table.scenes.spelling import SpellingScene

#: Diagonals (inches) of the panels one buys; None: as the resolution suggests.
PANELS = (None, 7.0, 8.0, 10.1, 11.6, 13.3, 14.0, 15.6, 17.3, 18.5, 21.5, 23.8)
RULES = ("wirtshaus", "klassisch", "meisterschaft", "ohne_joker", "verlag", "einfach")
MOST_REGULARS = 24
LONGEST_NAME = 14


def set_config(desk: Desk, config: Config) -> None:
    """Have a changed config count at once and from now on."""
    desk.config = config
    try:
        desk.backstage.apply(config)
    except TableError:
        desk.say(msg("service.not_kept"))


def _yes(value: bool) -> Text:
    return msg("label.yes") if value else msg("label.no")


class SettingsScene(ListScene):
    """Everything that may be set without a keyboard."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, msg("service.settings"))

    def entries(self) -> list[Entry]:
        desk, config = self.desk, self.desk.config
        sound = config.sound
        inches = config.screen.diagonal_in
        name = config.names.get("kniffel", "Kniffel")
        return [
            Entry(
                msg("menu.language"),
                "Deutsch" if config.language == "de" else "English",
                msg("service.language.detail"),
                self._language,
            ),
            Entry(
                msg("service.volume"),
                msg("service.percent", share=round(100 * sound.volume)),
                msg("service.volume.detail"),
                step=self._volume,
            ),
            Entry(msg("service.night"), _yes(sound.night), msg("service.night.detail"), self._night),
            Entry(
                msg("service.sounds"),
                msg("service.sounds.on", on=len(KINDS) - len(sound.muted), all=len(KINDS)),
                msg("service.sounds.detail"),
                lambda: desk.open(SoundsScene(desk)),
            ),
            Entry(msg("service.rules"), msg(f"preset.{config.rules}"), msg("service.rules.detail"), self._rules),
            Entry(
                msg("service.regulars"),
                str(len(config.regulars)),
                msg("service.regulars.detail"),
                lambda: desk.open(RegularsScene(desk)),
            ),
            Entry(msg("service.game_name"), name, msg("service.game_name.detail"), self._rename),
            Entry(msg("service.table_name"), config.title, msg("service.table_name.detail"), self._retitle),
            Entry(
                msg("service.panel"),
                msg("service.panel.auto") if inches is None else msg("service.inches", inches=inches),
                msg("service.panel.detail"),
                step=self._panel,
            ),
        ]

    def _change(self, **changes: object) -> None:
        set_config(self.desk, msgspec.structs.replace(self.desk.config, **changes))

    def _change_sound(self, **changes: object) -> None:
        self._change(sound=msgspec.structs.replace(self.desk.config.sound, **changes))

    def _language(self) -> None:
        self.desk.language = "en" if self.desk.config.language == "de" else "de"
        self._change(language=self.desk.language)

    def _volume(self, step: int) -> None:
        volume = round(min(1.0, max(0.0, self.desk.config.sound.volume + 0.1 * step)), 1)
        self._change_sound(volume=volume)
        self.desk.sound("read")

    def _night(self) -> None:
        self._change_sound(night=not self.desk.config.sound.night)

    def _rules(self) -> None:
        at = RULES.index(self.desk.config.rules)
        self._change(rules=RULES[(at + 1) % len(RULES)])

    def _panel(self, step: int) -> None:
        screen = self.desk.config.screen
        at = min(
            range(len(PANELS)),
            key=lambda n: (
                0.0 if PANELS[n] == screen.diagonal_in else 1 + abs((PANELS[n] or 0) - (screen.diagonal_in or 0))
            ),
        )
        chosen = PANELS[min(len(PANELS) - 1, max(0, at + step))]
        self._change(screen=msgspec.structs.replace(screen, diagonal_in=chosen))

    def _rename(self) -> None:
        names = self.desk.config.names

        def take(name: str) -> None:
            self._change(names={**names, "kniffel": name})

        now = names.get("kniffel", "Kniffel")
        self.desk.open(SpellingScene(self.desk, msg("service.game_name"), now, take, longest=LONGEST_NAME))

    def _retitle(self) -> None:
        now = self.desk.config.title
        self.desk.open(
            SpellingScene(
                self.desk, msg("service.table_name"), now, lambda name: self._change(title=name), longest=LONGEST_NAME
            )
        )


class SoundsScene(ListScene):
    """Each kind of sound on or off; OK lets it be heard when it is switched on."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, msg("service.sounds"))

    def entries(self) -> list[Entry]:
        muted = self.desk.config.sound.muted
        return [
            Entry(
                msg(f"sound.{kind}"),
                msg("label.off") if kind in muted else msg("label.on"),
                msg("service.sounds.each"),
                lambda kind=kind: self._toggle(kind),  # type: ignore[misc]
            )
            for kind in KINDS
        ]

    def _toggle(self, kind: str) -> None:
        config = self.desk.config
        muted = tuple(sorted(set(config.sound.muted) ^ {kind}))
        set_config(self.desk, msgspec.structs.replace(config, sound=msgspec.structs.replace(config.sound, muted=muted)))
        if kind not in muted:
            self.desk.sound(kind)


class RegularsScene(ListScene):
    """The names that set-up offers: OK changes one, a long press of the first button takes it out."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, msg("service.regulars"))

    def entries(self) -> list[Entry]:
        names = self.desk.config.regulars
        entries = [
            Entry(
                name,
                None,
                msg("service.regulars.each"),
                lambda n=n: self._spell(n),  # type: ignore[misc]
                first=lambda n=n: self._remove(n),  # type: ignore[misc]
                word=msg("label.remove"),
            )
            for n, name in enumerate(names)
        ]
        if len(names) < MOST_REGULARS:
            entries.append(
                Entry(
                    msg("service.regulars.new"),
                    None,
                    msg("service.regulars.new.detail"),
                    lambda: self._spell(len(names)),
                )
            )
        return entries

    def _set(self, names: tuple[str, ...]) -> None:
        set_config(self.desk, msgspec.structs.replace(self.desk.config, regulars=names))

    def _remove(self, at: int) -> None:
        names = self.desk.config.regulars
        self._set(names[:at] + names[at + 1 :])

    def _spell(self, at: int) -> None:
        names = self.desk.config.regulars

        def take(name: str) -> None:
            others = names[:at] + names[at + 1 :]
            if name in others:
                self.desk.say(msg("service.regulars.twice", name=name))
                return
            self._set((*names[:at], name, *names[at + 1 :]))

        now = names[at] if at < len(names) else ""
        self.desk.open(SpellingScene(self.desk, msg("service.regulars"), now, take, longest=LONGEST_NAME))


class ClockScene(ListScene):
    """Date and time, part by part; a long OK sets the system's clock."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, msg("service.clock"))
        now = time.localtime()
        self._parts = [now.tm_year, now.tm_mon, now.tm_mday, now.tm_hour, now.tm_min]

    def entries(self) -> list[Entry]:
        names = ("year", "month", "day", "hour", "minute")
        entries = [
            Entry(
                msg(f"service.clock.{name}"),
                f"{self._parts[n]:02d}",
                msg("service.clock.each"),
                step=lambda step, n=n: self._step(n, step),  # type: ignore[misc]
            )
            for n, name in enumerate(names)
        ]
        detail = (
            msg("service.clock.set.detail") if self.desk.backstage.machine.takes_requests else msg("service.refused")
        )
        return [*entries, Entry(msg("service.clock.set"), self._shown(), detail, long=self._set)]

    def _shown(self) -> str:
        year, month, day, hour, minute = self._parts
        date = f"{day}.{month}.{year}" if self.desk.language == "de" else f"{year}-{month:02d}-{day:02d}"
        return f"{date} {hour:02d}:{minute:02d}"

    def _step(self, part: int, step: int) -> None:
        import calendar

        low, high = ((2025, 2099), (1, 12), (1, 31), (0, 23), (0, 59))[part]
        self._parts[part] = low + (self._parts[part] + step - low) % (high - low + 1)
        self._parts[2] = min(self._parts[2], calendar.monthrange(*self._parts[:2])[1])

    def _set(self) -> None:
        try:
            self.desk.backstage.machine.set_clock(time.struct_time((*self._parts, 0, 0, 0, -1)))
        except MachineRefused:
            self.desk.say(msg("service.refused"))
            return
        self.desk.say(msg("service.clock.done", time=self._shown()))
        self.desk.close(self)
