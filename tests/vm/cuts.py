"""Power cuts: qemu is killed while the product's journal is being written, the machine is switched on again, and what it holds is
compared with what it had told. With SQLite's syncs off the same cuts must find losses, or they would prove nothing.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.vm.machine import HASTY, Machine, MachineFailed

#: How many moves are told before the plug is pulled, at least and at most.
MOVES = (15, 120)
#: Under emulation on a busy machine.
PATIENCE_S = 1800.0
#: So many times in a row the emulated kernel may fall over.
BOOTS = 3


@dataclass
class Cuts:
    """What so many cuts came to."""

    cuts: int = 0
    moves: int = 0
    lost: list[str] = field(default_factory=list)
    seconds: float = 0.0


def pull(cache: Path, count: int, *, sync: str = "FULL", seed: int = 1) -> Cuts:
    """Pull the plug so many times; each time the machine comes up again and says what it has. Raises MachineFailed."""
    machine = Machine(cache / f"cuts-{sync}", cache, memory_mb=512, goes=HASTY)
    machine.fresh()
    luck, began = random.Random(seed), time.monotonic()
    found = Cuts()
    expected: list[list[object]] = []
    for number in range(count + 1):
        for name in ("state.json", "acks"):
            (machine.share / name).unlink(missing_ok=True)
        try:
            _boot(machine, sync)
            state = json.loads((machine.share / "state.json").read_text(encoding="utf-8"))
            found.lost += _losses(number, expected, state)
            if number == count:
                break
            goal = luck.randint(*MOVES)
            # If the kernel falls over in between, that is a cut like any other.
            _wait(machine, lambda goal=goal: len(_told(machine)) >= goal or machine.has_panicked)  # type: ignore[misc]
            time.sleep(luck.random() * 0.2)
        finally:
            machine.pull_the_plug()
        told = _told(machine)
        expected = state["moves"] + told
        found.cuts += 1
        found.moves += len(told)
        print(f"cut {found.cuts}, synchronous={sync}: {found.moves} moves told, {len(found.lost)} losses", flush=True)
    found.seconds = round(time.monotonic() - began)
    return found


def _boot(machine: Machine, sync: str) -> None:
    """Switch it on and wait until it says what it has. The emulated processor now and then fails the kernel (it runs an instruction that
    the kernel is just exchanging): then once more, as anybody would; the journal has not been opened yet."""
    for _ in range(BOOTS):
        machine.start(f"init=/opt/guest/cut.sh cut.sync={sync}")
        _wait(machine, lambda: (machine.share / "state.json").exists() or machine.has_panicked)
        if (machine.share / "state.json").exists():
            return
        print(f"the kernel fell over, once more; see {machine.console}", flush=True)
        machine.pull_the_plug()
    raise MachineFailed(f"the kernel fell over {BOOTS} times in a row; see {machine.console}")


def _told(machine: Machine) -> list[list[object]]:
    """The moves that were told since the machine came up; the last line may be half written."""
    path = machine.share / "acks"
    lines = path.read_text(encoding="utf-8").split("\n")[:-1] if path.exists() else []
    return [[int(game), int(seq), digest] for game, seq, digest in (line.split() for line in lines)]


def _losses(number: int, expected: list[list[object]], state: dict[str, Any]) -> list[str]:
    """What is wrong after a cut: damage, or a move that was told and is not there as it was."""
    if state["damage"]:
        return [f"cut {number}: {state['damage']}"]
    there = {tuple(move) for move in state["moves"]}
    missing = [move for move in expected if tuple(move) not in there]
    return [f"cut {number}: {len(missing)} of {len(expected)} moves are gone"] if missing else []


def _wait(machine: Machine, true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not true():
        if not machine.is_on:
            raise MachineFailed(f"it went off by itself; see {machine.console}")
        if time.monotonic() > end:
            raise MachineFailed(f"nothing for {PATIENCE_S:.0f} s; see {machine.console}")
        time.sleep(0.1)
