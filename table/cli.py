"""The command line `knobeltisch`: finds the command's module, runs it, turns named errors into one line and an exit code."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

from table.errors import TableError

#: command -> module; a module is imported only when its command runs, so that `--help` and `score` stay quick.
COMMANDS = {
    "play": ("table.commands.play", "open the table"),
    "demo": ("table.commands.demo", "the table plays by itself with simulated dice"),
    "read": ("table.commands.read", "read dice or coins from pictures"),
    "watch": ("table.commands.watch", "run a folder of frames or a video through the tray watcher"),
    "evaluate": ("table.commands.evaluate", "measure the reader on labelled recordings"),
    "record": ("table.commands.record", "take labelled pictures and clips from the camera"),
    "calibrate": ("table.commands.calibrate", "find tray, scale, focus and light, say what to improve, and store it"),
    "markers": ("table.commands.markers", "print the tray's corner markers in true size"),
    "score": ("table.commands.score", "points and sums of sheets, one JSON line each"),
    "gallery": ("table.commands.gallery", "every screen in every language and size as pictures"),
    "advise": ("table.commands.advise", "what every hold and every cell is worth, one JSON line each"),
    "solve": ("table.commands.solve", "work out the best play of a book, or check against published values"),
    "journal": ("table.commands.journal", "verify, list, show, export or back up the journal; forget a player"),
    "update": ("table.commands.update", "make and check the signed updates that a table takes from a USB stick"),
    "doctor": ("table.commands.doctor", "examine every part of the table"),
}


class _Version(argparse.Action):
    """Looks the version up only when it is asked for: that takes as long as everything else here together."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"knobeltisch {version('knobeltisch')}")
        parser.exit()


def _parser(argv: Sequence[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="knobeltisch", description="A pub table that reads real dice and keeps the book."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    asked = next((word for word in argv if not word.startswith("-")), None)
    for name, (module, help_line) in COMMANDS.items():
        sub = commands.add_parser(name, help=help_line, description=help_line[0].upper() + help_line[1:] + ".")
        if name == asked:
            implementation = importlib.import_module(module)
            implementation.add_arguments(sub)
            sub.set_defaults(run=implementation.run)
    return parser


def _first_light() -> None:
    """Something on the screen before anything else is loaded, even what reads the command line."""
    from display import first_light

    if first_light.splash():
        print("the name is on the screen", file=sys.stderr, flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit code: 0 done, 1 something wrong was found, 2 could not run."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words[:1] == ["play"] and "--fullscreen" in words:
        _first_light()
    arguments = _parser(words).parse_args(words)
    try:
        return int(arguments.run(arguments))
    except TableError as error:
        print(f"knobeltisch {arguments.command}: {error}", file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:
        return 0
    except Exception as error:
        if not _is_named(error):
            raise
        print(f"knobeltisch {arguments.command}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _is_named(error: Exception) -> bool:
    """Whether an error of the eye or of a part says by itself what was found and what to do. Asked late: their rooms take a while to load."""
    from hardware.errors import HardwareError
    from vision.errors import VisionError

    return isinstance(error, HardwareError | VisionError)


if __name__ == "__main__":
    sys.exit(main())
