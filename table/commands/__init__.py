"""One module a command of `knobeltisch`: `HELP`, `add_arguments(parser)` and `run(args) -> int` (the exit code of DESIGN §6)."""
