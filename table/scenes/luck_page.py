"""A page of the ranking, "Glück und Können": what the dice gave each player, and what the choices lost against the best.

Each row is an equation: expected at the start + luck - lost = total. It covers all games on the block.
"""

from __future__ import annotations

from display.views import Message, TableView, Text, View, msg
from game import Match
from game.advice import Choice, LuckAndSkill, luck_and_skill
from table.hint import action_line
from table.hints import waiting_line
from table.strategies import Adviser, Answer, Thinker


class LuckPage:
    """Worked out beside the loop when the page is first looked at; says so until it is there."""

    def __init__(self, adviser: Adviser, match: Match) -> None:
        self._adviser = adviser
        self._match = match
        self._thinker: Thinker[tuple[LuckAndSkill, ...]] = Thinker("luck and skill")
        adviser.want(match.book)

    def wait(self, seconds: float) -> None:
        """Wait until it is worked out, at most so long; for those who have nothing else to do."""
        self._thinker.wait(seconds)

    @property
    def is_exact(self) -> bool:
        """The adviser is ready, and knows this book exactly."""
        worth = self._adviser.state(self._match.book).worth
        return worth is not None and worth.exact

    @property
    def answer(self) -> Answer[tuple[LuckAndSkill, ...]]:
        """By player, as computed, once it is there."""
        match, worth = self._match, self._adviser.state(self._match.book).worth
        return Answer() if worth is None else self._thinker.ask(match, lambda: luck_and_skill(match, worth))

    def view(self, page: int, pages: int) -> View:
        """The page, `page` (from 0) of `pages`."""
        state = self._adviser.state(self._match.book)
        estimated = state.worth is not None and not state.worth.exact
        answer = self.answer
        heads: tuple[Text, ...] = (
            "",
            msg("luck.start"),
            msg("luck.luck"),
            msg("luck.lost"),
            msg("luck.total"),
        )
        return TableView(
            msg("luck.title.estimated") if estimated else msg("luck.title"),
            heads,
            self._rows(answer.value),
            self._lines(answer),
            page=page,
            pages=pages,
        )

    def _rows(self, found: tuple[LuckAndSkill, ...] | None) -> tuple[tuple[Text, ...], ...]:
        standing = self._match.standing()
        names = [player.name for player in self._match.players]
        if found is None:
            return tuple((names[row.player], "…", "…", "…", str(row.total)) for row in standing)
        return tuple((names[row.player], *_figures(found[row.player])) for row in standing)

    def _lines(self, answer: Answer[tuple[LuckAndSkill, ...]]) -> tuple[Text, ...]:
        found = answer.value
        if answer.failed:
            return (msg("advice.off"),)
        if found is None:
            is_loaded = self._adviser.state(self._match.book).worth is not None
            waiting = None if is_loaded else waiting_line(self._adviser, self._match.book)
            return (waiting or msg("luck.working"),)
        lines: list[Text] = [msg("luck.sum")]
        if self._match.finished_games:
            lines.append(msg("luck.series", count=len(self._match.finished_games) + 1))
        if any(one.to_come for one in found):
            lines.append(msg("luck.left"))
        worst = [(one.choices[0], one.player) for one in found if one.choices]
        if worst:
            lines.append(self._dearest(*max(worst, key=lambda entry: entry[0].loss)))
        return tuple(lines)

    def _dearest(self, choice: Choice, player: int) -> Message:
        return msg(
            "luck.dearest",
            name=self._match.players[player].name,
            dice=" ".join(map(str, choice.dice)),
            lost=round(choice.loss, 1),
            better=action_line(choice.best, self._match.book),
        )


def _figures(one: LuckAndSkill) -> tuple[Text, ...]:
    """Start, luck, lost and total; who left has points that were still expected."""
    total: Text = str(one.total)
    if one.to_come:
        total = msg("luck.total.left", total=one.total, more=round(one.to_come, 1))
    return (
        msg("luck.figure", points=round(one.start, 1)),
        msg("luck.signed", points=round(one.luck, 1)),
        msg("luck.signed", points=round(-one.lost, 1)),
        total,
    )
