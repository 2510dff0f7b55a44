"""What every hold and every cell is worth. Arrays and bytes only: files, processes and progress are the table's."""

from game.advice.adviser import Advice, CellAdvice, HoldAdvice, advise, warm_up
from game.advice.chances import hand_chances, named_hands, turn_chance
from game.advice.coins import BadFists, Odds, sum_odds
from game.advice.duel import Duel, duel
from game.advice.errors import AdviceError, BadRollsLeft, NotSolvable, SheetFull, WrongTable
from game.advice.house import Action, by_thumb, by_turn, by_worth
from game.advice.keeps import Keep
from game.advice.luck import Choice, LuckAndSkill, luck_and_skill
from game.advice.published import PUBLISHED, Published
from game.advice.solution import Solution, solve_to_bytes, worth_from_bytes
from game.advice.table import fingerprint
from game.advice.winning import Spread, spread_of, win_chance
from game.advice.worth import ExactWorth, TurnWorth, Worth

__all__ = [
    "Action",
    "Advice",
    "AdviceError",
    "BadFists",
    "BadRollsLeft",
    "CellAdvice",
    "Choice",
    "Duel",
    "ExactWorth",
    "HoldAdvice",
    "Keep",
    "LuckAndSkill",
    "NotSolvable",
    "Odds",
    "PUBLISHED",
    "Published",
    "SheetFull",
    "Solution",
    "Spread",
    "TurnWorth",
    "Worth",
    "WrongTable",
    "advise",
    "by_thumb",
    "by_turn",
    "by_worth",
    "duel",
    "fingerprint",
    "hand_chances",
    "luck_and_skill",
    "named_hands",
    "solve_to_bytes",
    "spread_of",
    "sum_odds",
    "turn_chance",
    "warm_up",
    "win_chance",
    "worth_from_bytes",
]
