"""What every hold and every cell is worth. Arrays and bytes only: files, processes and progress are the table's."""

from game.advice.adviser import Advice, CellAdvice, HoldAdvice, advise, warm_up
from game.advice.chances import hand_chances, named_hands, turn_chance
from game.advice.errors import AdviceError, BadRollsLeft, NotSolvable, SheetFull, WrongTable
from game.advice.solution import Solution, solve_to_bytes, worth_from_bytes
from game.advice.table import fingerprint
from game.advice.worth import ExactWorth, TurnWorth, Worth

__all__ = [
    "Advice",
    "AdviceError",
    "BadRollsLeft",
    "CellAdvice",
    "ExactWorth",
    "HoldAdvice",
    "NotSolvable",
    "SheetFull",
    "Solution",
    "TurnWorth",
    "Worth",
    "WrongTable",
    "advise",
    "fingerprint",
    "hand_chances",
    "named_hands",
    "solve_to_bytes",
    "turn_chance",
    "warm_up",
    "worth_from_bytes",
]
