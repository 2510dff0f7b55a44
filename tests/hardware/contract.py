"""What every panel and every camera must keep, whatever it is made of. The tests hold simulated, scripted, mock and recorded parts to
it; `tests/vm/guest/contract.py` holds the kernel's pins and picamera2 to it, inside the virtual machine.
"""

import itertools

from hardware import PANEL_BUTTONS, Button, Light


def check_panel(panel, press, lamp=None):
    """A pressed button gives a closing and an opening edge of its own, in this order; every lamp shows what it is told; once closed it can be
    opened again and still does.

    press(button): presses and lets go; lamp(button): OFF, DIM or ON as seen from outside, None where lamps can't be seen.
    """
    edges = []
    panel.open(edges.append)
    try:
        for button in Button:
            edges.clear()
            press(button)
            found = [(edge.button, edge.pressed) for edge in edges]
            assert found == [(button, True), (button, False)], f"{button}: {found}"
            assert edges[0].at <= edges[1].at
        for light in (Light.ON, Light.DIM, Light.OFF):
            panel.show(dict.fromkeys(PANEL_BUTTONS, light))
            if lamp is not None:
                seen = {button.value: lamp(button) for button in PANEL_BUTTONS}
                assert set(seen.values()) == {light.name}, f"{light.name}: {seen}"
        panel.show({PANEL_BUTTONS[0]: Light.ON})
        if lamp is not None:
            assert [lamp(button) for button in PANEL_BUTTONS[:2]] == ["ON", "OFF"]
    finally:
        panel.close()
    edges.clear()
    panel.open(edges.append)
    try:
        press(PANEL_BUTTONS[0])
        assert [edge.pressed for edge in edges] == [True, False], f"opened again: {edges}"
        panel.show({PANEL_BUTTONS[0]: Light.ON})
        assert lamp is None or lamp(PANEL_BUTTONS[0]) == "ON", "opened again"
    finally:
        panel.close()


def check_camera(open_camera, pictures=5):
    """Pictures of one size in B, G, R bytes, numbered upwards and later and later; it can be opened again after closing."""
    size = None
    for _ in range(2):
        with open_camera() as camera:
            frames = [camera.capture() for _ in range(pictures)]
        for frame in frames:
            assert frame.image.dtype == "uint8" and frame.image.ndim == 3 and frame.image.shape[2] == 3
            assert size is None or frame.image.shape == size
            size = frame.image.shape
        assert all(a.number < b.number and a.at < b.at for a, b in itertools.pairwise(frames))
    return size
