"""The game's named errors. Each says in one line what was found and what is allowed; nothing has changed by it."""

from __future__ import annotations


class GameError(Exception):
    """Base of everything the rules refuse."""


class UnknownBook(GameError, ValueError):
    """There is no rule book of that id."""


class UnknownOption(GameError, ValueError):
    """The book has no option of that name."""


class BadOptionType(GameError, TypeError):
    """An option was given a value of the wrong type."""


class BadOptionValue(GameError, ValueError):
    """An option was given a value that is not one of its choices."""


class ExcludedOptions(GameError, ValueError):
    """Each option alone is fine, together they contradict each other."""


class BadSetup(GameError, ValueError):
    """A match can't be set up like this (players, games, start, pays)."""


class BadDice(GameError, ValueError):
    """Not five dice of 1 to 6."""


class UnknownCell(GameError, ValueError):
    """The sheet has no such cell."""


class BadSheet(GameError, ValueError):
    """No play leads to such a sheet."""


class ImpossiblePoints(BadSheet):
    """A cell holds points that no roll gives there."""


class ImpossibleRolled(BadSheet):
    """Five of a kind is said to have been rolled, but no cell can have taken it."""


class ImpossibleExtra(BadSheet):
    """Extra points are noted that no extra Kniffel can have brought."""


class IllegalMove(GameError, ValueError):
    """A move the rules refuse. `reason` names why, the text adds what is allowed; the match is unchanged."""

    reason = "illegal"


class NotNow(IllegalMove):
    """Moves of this kind make no sense at this point of the match."""

    reason = "not_now"


class WrongDiceCount(IllegalMove):
    """A throw brought more or fewer values than dice were free."""

    reason = "wrong_dice_count"


class BadDie(IllegalMove):
    """A die shows something other than 1 to 6."""

    reason = "bad_die"


class NoRollsLeft(IllegalMove):
    """The third throw lies: a cell has to be filled."""

    reason = "no_rolls_left"


class AllHeld(IllegalMove):
    """All five dice are held, so there is nothing to throw."""

    reason = "all_held"


class BadSlot(IllegalMove):
    """There are the slots 1 to 5 only."""

    reason = "bad_slot"


class NoSuchCell(IllegalMove):
    """The sheet has no such cell."""

    reason = "no_such_cell"


class CellFilled(IllegalMove):
    """The cell already holds points (0 counts as points)."""

    reason = "cell_filled"


class CellNotAllowed(IllegalMove):
    """The cell is free, but order or an extra Kniffel forbid it now."""

    reason = "cell_not_allowed"


class NothingToUndo(IllegalMove):
    """The match is at its beginning."""

    reason = "nothing_to_undo"


class NothingToRedo(IllegalMove):
    """Nothing was undone, or something new was done since."""

    reason = "nothing_to_redo"


class NoSuchPlayer(IllegalMove):
    """No player of that index is at the table (any more)."""

    reason = "no_such_player"


class TableFull(IllegalMove):
    """All seats are taken."""

    reason = "table_full"


class BadName(IllegalMove):
    """A player needs a name."""

    reason = "bad_name"


class BadPlaces(IllegalMove):
    """The places of a throw do not match its dice one by one."""

    reason = "bad_places"


class GuessOutOfRange(IllegalMove):
    """No fists can hold so many coins together."""

    reason = "guess_out_of_range"


class GuessTaken(IllegalMove):
    """Somebody else named the number in this round."""

    reason = "guess_taken"


class SplitImpossible(IllegalMove):
    """A split that is missing, not wanted, or does not add up."""

    reason = "split_impossible"


class CountImpossible(IllegalMove):
    """So many coins can't be in the fists that are in: count again."""

    reason = "count_impossible"
