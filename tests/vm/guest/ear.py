"""Hears the keys of keyboards past the table, from the kernel."""

import os
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
        self._end, self._ends = os.pipe()
        self._thread = threading.Thread(target=self._listen)
        self.downs, self.dropped = Counter(), 0

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *error):
        os.write(self._ends, b".")
        self._thread.join()
        for board in self._boards:
            board.close()
        os.close(self._end)
        os.close(self._ends)

    def _listen(self):
        # What came before the end is heard out.
        while (ready := select.select([*self._boards, self._end], [], [])[0]) != [self._end]:
            for board in set(ready) - {self._end}:
                for _, _, kind, code, value in EVENT.iter_unpack(board.read(EVENT.size * 64)):
                    self.downs[code] += kind == EV_KEY and value == 1
                    self.dropped += (kind, code) == SYN_DROPPED
        self.downs = +self.downs
