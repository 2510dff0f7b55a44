"""picamera2 on libcamera's `virtual` pipeline, which serves a folder of pictures.

What that pipeline lacks of a Pi's camera is added here: a sensor's pace (it delivers as fast as it is asked), the conversion
to B, G, R (it knows NV12 only, without a raw stream or controls), and pictures that change: it reads its folder when the camera
is opened, so the camera is opened anew whenever the tray has changed, between two frames.
"""

import mmap
import os
import time
from pathlib import Path

import cv2
import numpy as np

from kernel_parts import threads

#: Its target is the folder with the pictures of what lies in the tray now.
FRAMES = Path("/run/parts/frames")
#: Seconds between two pictures: every one costs an emulated processor a third of a second.
FRAME_S = 1.0
#: px of a corner, outside the tray, that tells apart pictures which come round again: no sensor delivers the same bits twice. It grows
#: lighter by less than what counts as motion.
CORNER_PX, LIGHTER = 16, 2
#: An emulated machine may be so many times slower than the table takes for broken.
SLOWER = 30
#: Which scene was served, and how often, for the guests: they lay the next one when this one has been seen.
SERVED = Path(os.environ.get("RUNTIME_DIRECTORY", "/tmp").split(":")[0]) / "served"


class _InColour:
    """A completed request whose array is B, G, R; `number`: how many there were before."""

    def __init__(self, request, number):
        self._request = request
        self._number = number

    def make_array(self, name):
        image = cv2.cvtColor(self._request.make_array(name), cv2.COLOR_YUV2BGR_NV12)
        corner = image[:CORNER_PX, :CORNER_PX]
        corner[:] = np.minimum(corner, 255 - LIGHTER) + self._number % (LIGHTER + 1)
        return image

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

    from picamera2.allocators import LibcameraAllocator
    from picamera2.allocators.allocator import Sync

    def whole_buffer(self):
        """The pipeline does not say how many bytes of a buffer it used; all of them count."""
        planes = self._Sync__fb.planes
        length = sum(plane.length for plane in planes)
        self._Sync__mm = mmap.mmap(planes[0].fd, length, mmap.MAP_SHARED, mmap.PROT_READ | mmap.PROT_WRITE)
        return self._Sync__mm

    Sync.__enter__ = whole_buffer

    class VirtualCamera(original):
        def __init__(self):
            self._tray, self._served = FRAMES.readlink(), 0
            super().__init__()
            # A Pi's memory for pictures makes one plane of what the pipeline writes as two.
            self.allocator = LibcameraAllocator(self.camera)

        def create_video_configuration(self, **wanted):
            if not wanted:
                return super().create_video_configuration()  # picamera2's own, while it is being made
            made = super().create_video_configuration(
                main={**wanted["main"], "format": "NV12"},
                # With more of them as many pictures are made at every beat, all but one for nothing.
                buffer_count=1,
                **{"raw": None, "display": None, "encode": None, "queue": False},
            )
            made["controls"] = {}
            return made

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
            request = super().wait(job, timeout=timeout and timeout * SLOWER)
            self._served += 1
            SERVED.write_text(f"{self._tray.name} {self._served}")
            return _InColour(request, self._served)

    module.Picamera2 = VirtualCamera
    threads.watch()
