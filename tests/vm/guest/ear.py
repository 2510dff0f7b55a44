"""Hears the keys of keyboards past the table, from the kernel."""

import select
import struct
import threading
from collections import Counter

#: What is struct input_event on a 64-bit machine; EV_KEY; EV_SYN with SYN_DROPPED.
EVENT, EV_KEY, SYN_DROPPED = struct.Struct("llHHi"), 1, (0, 3)


class Ear:
    """Counts the keys that go down while it is open, by the kernel's numbers for them. It listens all the time: the kernel keeps
    sixty-four events for a listener, about ten keys, and then drops all but the newest."""

    def __init__(self, paths):
        self._boards = [path.open("rb", buffering=0) for path in paths]
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._listen)
        self.downs, self.dropped = Counter(), 0

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *error):
        self._ended.set()
        self._thread.join()
        for board in self._boards:
            board.close()

    def _listen(self):
        while not self._ended.is_set():
            for board in select.select(self._boards, [], [], 0.2)[0]:
                for _, _, kind, code, value in EVENT.iter_unpack(board.read(EVENT.size * 64)):
                    self.downs[code] += kind == EV_KEY and value == 1
                    self.dropped += (kind, code) == SYN_DROPPED
        self.downs = +self.downs
