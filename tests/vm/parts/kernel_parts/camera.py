"""picamera2 on libcamera's `virtual` pipeline, which serves a folder of pictures.

What that pipeline lacks of a Pi's camera is added here: a sensor's pace (it delivers as fast as it is asked), the conversion
to B, G, R (it knows NV12 only), and pictures that change: it reads its folder when the camera is opened, so the camera is
opened anew whenever the tray has changed, between two frames.
"""

import time
from pathlib import Path

import cv2

#: Its target is the folder with the pictures of what lies in the tray now.
FRAMES = Path("/run/parts/frames")
FRAME_S = 0.4


class _InColour:
    """A completed request whose array is B, G, R."""

    def __init__(self, request):
        self._request = request

    def make_array(self, name):
        return cv2.cvtColor(self._request.make_array(name), cv2.COLOR_YUV2BGR_NV12)

    def release(self):
        self._request.release()


def adapt(module):
    """Put the class with the added parts where the product finds picamera2's own."""
    original = module.Picamera2
    manager = type(original._cm)
    handle = manager.handle_request

    def at_the_sensors_pace(self, flushid=None):
        if flushid is None:
            time.sleep(FRAME_S)
        handle(self, flushid)

    manager.handle_request = at_the_sensors_pace

    class VirtualCamera(original):
        def __init__(self):
            self._tray = FRAMES.readlink()
            super().__init__()

        def _get_raw_modes(self):
            return [{"format": "NV12", "size": (1280, 960)}]  # there is no raw stream

        def configure(self, config):
            self._wanted = config
            super().configure(config)

        def capture_request(self, wait=None):
            if FRAMES.readlink() != self._tray:
                self.stop()
                self.close()
                self.__init__()
                self.configure(self._wanted)
                self.start()
            return super().capture_request(wait=wait)

        def wait(self, job, timeout=None):
            return _InColour(super().wait(job, timeout=timeout))

    module.Picamera2 = VirtualCamera
