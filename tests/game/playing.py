"""Short ways to play, for the tests of the rules."""

import random

from game import Fill, Hold, Match, MatchSetup, NextGame, Throw

#: A roll that meets no field of Kniffel but the numbers and chance.
NOTHING = (1, 2, 2, 4, 6)


def begun(*players, book="kniffel", rules=None, games=1, start="first", pays="last", **options):
    """A match in which the first seat begins."""
    return Match.new(MatchSetup(book, options, players or ("Anna", "Ben"), games, start, pays), rules)


def turn(match, dice, cell):
    """One throw, entered at once."""
    return match.push(Throw(tuple(dice))).push(Fill(cell))


def play_game(match, dice=NOTHING, choose=None):
    """Play on until the game's end; `choose(match)` gives the dice and the cell, without it the first offer is taken."""
    while match.phase in ("start_throw", "turn"):
        if match.phase == "start_throw":
            match = match.push(Throw((1, 1, 1, 1, 1 + match.player % 6)))
        elif choose is None:
            match = match.push(Throw(tuple(dice)))
            match = match.push(Fill(match.offers[0].text))
        else:
            match = turn(match, *choose(match))
    return match


def play_random(setup, seed, rules=None):
    """A whole random match with holds; returns it and, by game and player, the turns as (dice, cell) in order."""
    chance = random.Random(seed)
    match = Match.new(setup, rules)
    played = [[[] for _ in setup.players] for _ in range(setup.games)]
    while match.phase != "over":
        if match.phase == "between_games":
            match = match.push(NextGame())
            continue
        match = match.push(Throw(_dice(chance, 5)))
        if match.phase == "start_throw" or match.turn is None or not match.turn.throws:
            continue
        while match.rolls_left and chance.random() < 0.6:
            match = _rethrow(match, chance)
        offer = chance.choice(match.offers)
        played[match.game_number - 1][match.player].append((match.turn.dice, offer.text))
        match = match.push(Fill(offer.text))
    return match, played


def _rethrow(match, chance):
    """Hold the most frequent number, so that five of a kind comes up often enough, and throw the rest."""
    dice = match.turn.dice
    wanted = max(set(dice), key=dice.count)
    held = tuple(slot for slot, value in enumerate(dice, start=1) if value == wanted)
    if len(held) == 5:
        held = ()
    values = [wanted if chance.random() < 0.5 else chance.randint(1, 6) for _ in range(5 - len(held))]
    return match.push(Hold(held)).push(Throw(tuple(values)))


def _dice(chance, count):
    if chance.random() < 0.1:
        return (chance.randint(1, 6),) * count
    return tuple(chance.randint(1, 6) for _ in range(count))


def start(*sums, **more):
    """A match that begins with start throws of these sums (each 5 to 30), the players being as many as first thrown."""
    names = tuple("ABCDEFGH"[: more.pop("players", len(sums))])
    match = Match.new(MatchSetup("kniffel", players=names, **more))
    for total in sums:
        match = match.push(Throw(dice_of_sum(total)))
    return match


def dice_of_sum(total):
    dice = [1] * 5
    for index in range(5):
        dice[index] += min(5, total - sum(dice))
    return tuple(dice)


def by_seat(*numbers):
    """Each player strikes everything but chance and sixes, where they get their number of sixes."""

    def choose(match):
        free = set(match.book.grid.texts) - set(match.sheets[match.player].cells())
        sixes = numbers[match.player]
        if "sixes" in free:
            return (6,) * sixes + (1, 2, 3, 4)[: 5 - sixes], "sixes"
        if "ones" in free:
            return (2, 2, 3, 3, 5), "ones"
        return (2, 2, 3, 3, 5), sorted(free)[0]

    return choose
