"""Sample screens of the service menu."""

from __future__ import annotations

from display.samples.common import DARK, FLOOR, WHOLE, marks_of, photo
from display.views import (
    DARK_LABELS,
    Icon,
    Label,
    LabelStyle,
    LogView,
    MenuEntry,
    MenuView,
    Screen,
    ServiceButtonsView,
    ServiceCameraView,
    SpellingView,
    TableView,
    msg,
)

_CLOSE = Label(msg("label.close"), style=LabelStyle.LIT, icon=Icon.BACK)
_UP = Label(msg("label.line"), style=LabelStyle.LIT, icon=Icon.UP)
_DOWN = Label(msg("label.line"), style=LabelStyle.LIT, icon=Icon.DOWN)
_CHOOSE = Label(msg("label.choose"), style=LabelStyle.EXPECTED, icon=Icon.CHECK)
_LOOK = (*DARK_LABELS[:8], _CLOSE)


def service_menu() -> Screen:
    parts = (
        "camera",
        "light",
        "calibrate",
        "buttons",
        "settings",
        "records",
        "clock",
        "stick",
        "log",
        "version",
        "off",
    )
    entries = tuple(MenuEntry(msg(f"service.{part}"), detail=msg(f"service.{part}.detail")) for part in parts)
    view = MenuView(msg("service.title"), entries, 4, msg("service.header"))
    return Screen(view, (DARK,) * 5 + (_UP, _DOWN, _CHOOSE, _CLOSE))


def service_settings() -> Screen:
    entries = (
        MenuEntry(msg("menu.language"), "Deutsch", msg("service.language.detail")),
        MenuEntry(msg("service.volume"), msg("service.percent", share=60), msg("service.volume.detail")),
        MenuEntry(msg("service.night"), msg("label.no"), msg("service.night.detail")),
        MenuEntry(msg("service.sounds"), msg("service.sounds.on", on=11, all=12), msg("service.sounds.detail")),
        MenuEntry(msg("service.rules"), msg("preset.meisterschaft"), msg("service.rules.detail")),
        MenuEntry(msg("service.regulars"), "12", msg("service.regulars.detail")),
        MenuEntry(msg("service.game_name"), "Kniffel", msg("service.game_name.detail")),
        MenuEntry(msg("service.table_name"), "Knobeltisch", msg("service.table_name.detail")),
        MenuEntry(msg("service.panel"), msg("service.inches", inches=15.6), msg("service.panel.detail")),
    )
    view = MenuView(msg("service.settings"), entries, 1, msg("service.header"))
    steps = (
        Label(msg("label.less"), style=LabelStyle.LIT),
        Label(msg("label.more"), style=LabelStyle.LIT),
    )
    return Screen(view, (*steps, DARK, DARK, DARK, _UP, _DOWN, DARK, _CLOSE))


def service_spelling() -> Screen:
    view = SpellingView(msg("service.regulars"), "Bartholomä", tuple("abcdefghijklmnopqrstuvwxyzäöüßé.-’ "), 20, 7, 14)
    holds = (
        Label(msg("label.left"), style=LabelStyle.LIT),
        Label(msg("label.right"), style=LabelStyle.LIT),
        Label(msg("label.delete"), msg("label.all"), LabelStyle.LIT),
        DARK,
        Label(msg("label.done"), style=LabelStyle.EXPECTED, icon=Icon.CHECK),
    )
    return Screen(view, (*holds, _UP, _DOWN, Label(msg("label.letter"), style=LabelStyle.LIT), _CLOSE))


def service_camera() -> Screen:
    view = ServiceCameraView(
        msg("service.camera"),
        photo("throw", 4, WHOLE),
        marks_of(WHOLE),
        FLOOR,
        (
            (msg("service.read"), "2 4 6 5 5"),
            (msg("service.sure"), msg("label.yes")),
            (msg("service.picture"), "1280 × 960"),
            (msg("service.frames"), msg("service.rate", rate=14.8)),
        ),
        (msg("service.camera.how"),),
    )
    return Screen(view, _LOOK)


def service_buttons() -> Screen:
    view = ServiceButtonsView(
        msg("service.buttons"),
        tuple(i == 2 for i in range(9)),
        tuple(i % 2 == 0 for i in range(9)),
        tuple(range(9)),
        (msg("service.buttons.how"),),
    )
    return Screen(view, (*DARK_LABELS[:8], Label(long=msg("label.close"), style=LabelStyle.LONG_ONLY)))


def service_light() -> Screen:
    rows = (
        (msg("service.light"), msg("service.light.good")),
        (msg("service.brightness"), msg("service.percent", share=44)),
        (msg("service.burnt"), msg("service.percent", share=0.1)),
        (msg("service.evenness"), msg("service.percent", share=86)),
        (msg("service.focus"), msg("service.focus.good")),
        (msg("service.corners"), msg("service.corners.seen", found=4, wanted=4)),
    )
    return Screen(ServiceCameraView(msg("service.light"), photo("throw", 4, WHOLE), (), FLOOR, rows), _LOOK)


def service_calibrate() -> Screen:
    """What calibrating has found, with the longest sentences."""
    findings = (
        (True, msg("calibrate.tray.found", scale=2.21, markers="3")),
        (False, msg("calibrate.markers.hidden", corner=msg("sheet.corner.bottom_right"))),
        (False, msg("calibrate.focus.soft", width=7.4, most=6.0)),
        (False, msg("calibrate.light.uneven", where=msg("calibrate.where.bottom_right"), percent=41)),
        (True, msg("calibrate.stored.short")),
    )
    picture, ok = photo("throw", 4, WHOLE), Label(msg("label.calibrate"), style=LabelStyle.EXPECTED, icon=Icon.CHECK)
    view = ServiceCameraView(msg("service.calibrate"), picture, (), FLOOR, findings=findings)
    return Screen(view, (*DARK_LABELS[:7], ok, _CLOSE))


def service_version() -> Screen:
    rows = (
        ("Knobeltisch", "0.1.0"),
        ("pygame", "2.6.1"),
        ("Python", "3.11.2"),
        (msg("service.machine"), "aarch64, 6.6.51+rpt-rpi-2712"),
        (msg("service.data"), "/var/lib/knobeltisch"),
        (msg("service.free"), msg("service.gigabytes", free=24.3)),
        (msg("service.games"), "1204"),
    )
    return Screen(TableView(msg("service.version"), (msg("service.part"), msg("service.is")), rows), _LOOK)


def log() -> Screen:
    text = tuple(f"2026-11-{12 + i:02d} 19:{i:02d}:07 camera: settled, exposure 8.3 ms, gain 1.6" for i in range(18))
    long = "2026-11-30 19:59:59 sound: no sound device (ALSA: Couldn't open audio device: No such file); the table stays silent"
    return Screen(LogView(msg("service.log"), (*text, long)), _LOOK)


SAMPLES = {
    "service_menu": service_menu,
    "service_settings": service_settings,
    "service_spelling": service_spelling,
    "service_camera": service_camera,
    "service_light": service_light,
    "service_calibrate": service_calibrate,
    "service_buttons": service_buttons,
    "service_version": service_version,
    "log": log,
}
