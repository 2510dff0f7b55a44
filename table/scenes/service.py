"""The landlord's menu, behind the switch inside the case. What cannot be taken back wants a long OK."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from display.views import Icon, LabelStyle, MenuEntry, MenuView, Text, View, msg
from hardware import HOLDS, Button
from table.desk import Desk
from table.machine import MachineRefused
from table.scenes.scene import Act, Allowed, Meaning, Scene
from vision import Frame, TrayEvent


@dataclass(frozen=True)
class Entry:
    """A line of a service list. act: OK; long: a long OK instead; step: what − and + do (−1, +1); first, word: what the
    first hold button does, and its label."""

    text: Text
    value: Text | None = None
    detail: Text | None = None
    act: Act | None = None
    long: Act | None = None
    step: Callable[[int], None] | None = None
    first: Act | None = None
    word: Text | None = None


class ServiceScene(Scene):
    """Base of every service page: guests' dice are left alone while one is open."""

    def on_tray(self, event: TrayEvent, frame: Frame | None) -> None:
        """The game below rests; afterwards it compares the tray with its book."""

    def close(self) -> None:
        """One page back."""
        self.desk.close(self)

    def back(self) -> Meaning:
        return Meaning(msg("label.close"), self.close, icon=Icon.BACK)


class ListScene(ServiceScene):
    """A list of entries: up and down, OK; where an entry has steps, the first two hold buttons are − and +."""

    title: Text

    def __init__(self, desk: Desk, title: Text) -> None:
        super().__init__(desk)
        self.title = title
        self._active = 0

    def entries(self) -> list[Entry]:
        """The lines as they are now, at least one."""
        raise NotImplementedError

    @property
    def entry(self) -> Entry:
        """The line that is chosen."""
        entries = self.entries()
        self._active = min(self._active, len(entries) - 1)
        return entries[self._active]

    def allowed(self) -> Allowed:
        entry = self.entry
        allowed: dict[Button, Meaning] = {Button.BACK: self.back()}
        if len(self.entries()) > 1:
            allowed[Button.UP] = Meaning(msg("label.line"), lambda: self._move(-1), icon=Icon.UP)
            allowed[Button.DOWN] = Meaning(msg("label.line"), lambda: self._move(+1), icon=Icon.DOWN)
        if entry.long is not None:
            allowed[Button.OK] = Meaning(long_label=msg("label.do_it"), long=entry.long)
        elif entry.act is not None:
            allowed[Button.OK] = Meaning(msg("label.choose"), entry.act, style=LabelStyle.EXPECTED, icon=Icon.CHECK)
        if entry.step is not None:
            step = entry.step
            allowed[HOLDS[0]] = Meaning(msg("label.less"), lambda: step(-1))
            allowed[HOLDS[1]] = Meaning(msg("label.more"), lambda: step(+1))
        if entry.first is not None:
            allowed[HOLDS[0]] = Meaning(long_label=entry.word, long=entry.first)
        return allowed

    def _move(self, step: int) -> None:
        self._active = (self._active + step) % len(self.entries())

    def view(self) -> View:
        entries = self.entries()
        return MenuView(
            self.title,
            tuple(
                MenuEntry(
                    entry.text,
                    entry.value,
                    entry.detail,
                    enabled=any((entry.act, entry.long, entry.step, entry.first)),
                )
                for entry in entries
            ),
            min(self._active, len(entries) - 1),
            msg("service.header"),
        )


class ServiceMenuScene(ListScene):
    """The first page; closing it takes up the game that was going on."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, msg("service.title"))

    def close(self) -> None:
        self.desk.close(self)
        after_pause = getattr(self.desk.scene, "after_pause", None)
        if after_pause is not None:
            after_pause()

    def entries(self) -> list[Entry]:
        from table.scenes import service_look, service_records, service_settings, service_stick

        desk = self.desk

        def opens(make: Callable[[Desk], Scene]) -> Act:
            return lambda: desk.open(make(desk))

        entries = [
            Entry(
                msg("service.camera"),
                None,
                msg("service.camera.detail"),
                opens(service_look.CameraScene),
            ),
            Entry(msg("service.light"), None, msg("service.light.detail"), opens(service_look.LightScene)),
            Entry(
                msg("service.calibrate"), None, msg("service.calibrate.detail"), opens(service_look.CalibrationScene)
            ),
            Entry(msg("service.buttons"), None, msg("service.buttons.detail"), opens(service_look.ButtonsScene)),
            Entry(msg("service.settings"), None, msg("service.settings.detail"), opens(service_settings.SettingsScene)),
            Entry(msg("service.records"), None, msg("service.records.detail"), opens(service_records.RecordsScene)),
            Entry(msg("service.clock"), None, msg("service.clock.detail"), opens(service_settings.ClockScene)),
            Entry(msg("service.stick"), None, msg("service.stick.detail"), opens(service_stick.StickScene)),
            Entry(msg("service.log"), None, msg("service.log.detail"), opens(service_look.LogScene)),
            Entry(msg("service.version"), None, msg("service.version.detail"), opens(service_look.VersionScene)),
        ]
        detail = msg("service.off.detail") if desk.backstage.machine.takes_requests else msg("service.quit.detail")
        return [*entries, Entry(msg("service.off"), None, detail, long=self._switch_off)]

    def _switch_off(self) -> None:
        """Have the machine switched off; where it does not do that for the table, the table alone ends."""
        backstage = self.desk.backstage
        if not backstage.machine.takes_requests:
            backstage.quit()
            return
        try:
            backstage.machine.power_off()
            self.desk.say(msg("service.off.done"), seconds=60)
        except MachineRefused:
            self.desk.say(msg("service.refused"))


def toggle(desk: Desk) -> None:
    """The service switch: opens the menu over what is shown, or closes it with all its pages."""
    menu = next((scene for scene in desk.scenes if isinstance(scene, ServiceMenuScene)), None)
    if menu is not None:
        menu.close()
        return
    for scene in desk.scenes[1:]:
        desk.close(scene)  # questions and celebrations; what still holds is asked again afterwards
    desk.open(ServiceMenuScene(desk))
