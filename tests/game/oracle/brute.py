"""The rules a second time, by brute force and from the rule page alone: knows nothing of the package under test.

Conditions are checked by laying the five dice out in every order and looking for the pattern; choices of an extra Kniffel are
filtered one sentence of the rule page after the other. Slow and plain on purpose.
"""

from itertools import permutations, product

UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"]
KNIFFEL_LOWER = ["three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight"]
CODES = {
    "kniffel": [*UPPER, *KNIFFEL_LOWER, "kniffel", "chance"],
    "yahtzee": [*UPPER, *KNIFFEL_LOWER, "yahtzee", "chance"],
    "dreifach": [*UPPER, *KNIFFEL_LOWER, "kniffel", "chance"],
    "yatzy": [
        *UPPER,
        "one_pair",
        "two_pairs",
        "three_of_a_kind",
        "four_of_a_kind",
        "small_straight",
        "large_straight",
        "full_house",
        "chance",
        "yatzy",
    ],
}
FIVE = {"kniffel": "kniffel", "yahtzee": "yahtzee", "dreifach": "kniffel", "yatzy": "yatzy"}
DEFAULTS = {
    "kniffel": {
        "extra_kniffel": "cell",
        "joker": "matching",
        "kniffel_as_full_house": False,
        "extra_kniffel_bonus": 50,
    },
    "yatzy": {"order": "free", "upper_bonus": 50},
}
DEFAULTS["dreifach"] = DEFAULTS["kniffel"]
DEFAULTS["yahtzee"] = {**DEFAULTS["kniffel"], "joker": "forced", "extra_kniffel_bonus": 100}

PRESETS = {
    "wirtshaus": ("matching", "cell"),
    "klassisch": ("any", "rolled"),
    "meisterschaft": ("strict", "rolled"),
    "ohne_joker": ("strict", "cell"),
    "verlag": ("official", "cell"),
    "einfach": ("matching", "none"),
}

ALL_ROLLS = sorted({tuple(sorted(dice)) for dice in product(range(1, 7), repeat=5)})


def cells_of(book):
    """All cell names, in the sheet's order."""
    if book == "dreifach":
        return [f"{column}:{code}" for column in (1, 2, 3) for code in CODES[book]]
    return CODES[book]


def code_of(cell):
    return cell.split(":")[-1]


def some_order(dice, pattern):
    """Whether the dice can be laid out so that the pattern holds of the five."""
    return any(pattern(*order) for order in set(permutations(dice)))


_POINTS = {}


def points(book, code, dice, five_is_full_house=False):
    """What the dice give in the field by its own rule."""
    key = (book == "yatzy", code, tuple(sorted(dice)), five_is_full_house)
    if key not in _POINTS:
        _POINTS[key] = _points(*key)
    return _POINTS[key]


def _points(yatzy, code, dice, five_is_full_house):
    if code in UPPER:
        total = 0
        for die in dice:
            if die == UPPER.index(code) + 1:
                total += die
        return total
    if code == "chance":
        return dice[0] + dice[1] + dice[2] + dice[3] + dice[4]
    if code in ("kniffel", "yahtzee", "yatzy"):
        return 50 if len(set(dice)) == 1 else 0
    return _yatzy_points(code, dice) if yatzy else _kniffel_points(code, dice, five_is_full_house)


def _kniffel_points(code, dice, five_is_full_house):
    if code == "three_of_a_kind":
        return sum(dice) if some_order(dice, lambda a, b, c, d, e: a == b == c) else 0
    if code == "four_of_a_kind":
        return sum(dice) if some_order(dice, lambda a, b, c, d, e: a == b == c == d) else 0
    if code == "full_house":
        if len(set(dice)) == 1:
            return 25 if five_is_full_house else 0
        return 25 if some_order(dice, lambda a, b, c, d, e: a == b == c and d == e) else 0
    if code == "small_straight":
        return 30 if some_order(dice, lambda a, b, c, d, e: (b - a, c - b, d - c) == (1, 1, 1)) else 0
    if code == "large_straight":
        return 40 if some_order(dice, lambda a, b, c, d, e: (b - a, c - b, d - c, e - d) == (1, 1, 1, 1)) else 0
    raise AssertionError(code)


def _yatzy_points(code, dice):
    def best(count, value):
        return max((value(order) for order in set(permutations(dice)) if len(set(order[:count])) == 1), default=0)

    if code == "one_pair":
        return best(2, lambda order: order[0] + order[1])
    if code == "two_pairs":
        fits = [o for o in set(permutations(dice)) if o[0] == o[1] != o[2] == o[3]]
        return max((sum(order[:4]) for order in fits), default=0)
    if code == "three_of_a_kind":
        return best(3, lambda order: sum(order[:3]))
    if code == "four_of_a_kind":
        return best(4, lambda order: sum(order[:4]))
    if code == "small_straight":
        return 15 if sorted(dice) == [1, 2, 3, 4, 5] else 0
    if code == "large_straight":
        return 20 if sorted(dice) == [2, 3, 4, 5, 6] else 0
    if code == "full_house":
        return sum(dice) if some_order(dice, lambda a, b, c, d, e: a == b == c != d == e) else 0
    raise AssertionError(code)


#: Rule page 2.1, "any": the most that each field can give.
MOST = {
    "ones": 5,
    "twos": 10,
    "threes": 15,
    "fours": 20,
    "fives": 25,
    "sixes": 30,
    "three_of_a_kind": 30,
    "four_of_a_kind": 30,
    "full_house": 25,
    "small_straight": 30,
    "large_straight": 40,
    "kniffel": 50,
    "yahtzee": 50,
    "chance": 30,
}


def choices(book, options, cells, rolled, dice):
    """Cell -> (points, extra) of every cell that may be chosen; `cells` are those filled, with their points."""
    preset = {}
    if "preset" in options:
        joker, extra_kniffel = PRESETS[options["preset"]]
        preset = {"joker": joker, "extra_kniffel": extra_kniffel}
    options = {**DEFAULTS[book], **preset, **options}
    free = [cell for cell in cells_of(book) if cell not in cells]
    if options.get("order") == "descending":
        free = free[:1]
    house = options.get("kniffel_as_full_house", False)
    ordinary = {cell: (points(book, code_of(cell), dice, house), 0) for cell in free}
    if len(set(dice)) != 1 or book == "yatzy":
        return ordinary

    number_field = UPPER[dice[0] - 1]
    fives = [cell for cell in cells_of(book) if code_of(cell) == FIVE[book]]
    all_filled = all(cell in cells for cell in fives)
    one_holds = any(cells.get(cell, 0) == 50 for cell in fives)
    extra_kniffel, joker = options["extra_kniffel"], options["joker"]

    if extra_kniffel == "none":
        return ordinary
    if extra_kniffel == "rolled" and not (rolled or shows_five(book, cells)):
        return ordinary
    if extra_kniffel == "cell" and not all_filled:
        return ordinary
    pays = options["extra_kniffel_bonus"] if one_holds or extra_kniffel == "rolled" else 0
    if joker == "strict" and extra_kniffel == "cell" and not one_holds:
        return ordinary

    def full_value(cell):
        code = code_of(cell)
        if code in ("full_house", "small_straight", "large_straight"):
            return MOST[code]
        return points(book, code, dice, house)

    if joker == "any":
        return {cell: (MOST[code_of(cell)], pays) for cell in free}
    if joker == "matching":
        return {cell: (full_value(cell), pays) for cell in free}
    if joker == "strict":
        true_ones = [cell for cell in free if ordinary[cell][0] > 0]
        return {cell: (ordinary[cell][0], pays) for cell in free if cell in true_ones or not true_ones}
    forced = [cell for cell in free if code_of(cell) == number_field]
    if forced:
        return dict.fromkeys(forced, (5 * dice[0], pays))
    if joker == "official":
        pays = 0
    lower = [cell for cell in free if code_of(cell) not in UPPER]
    if lower:
        return {cell: (full_value(cell), pays) for cell in lower}
    return dict.fromkeys(free, (0, pays))


def shows_five(book, cells):
    """Whether points alone tell that five of a kind was rolled: 50 in its cell, or five times the number in an upper one."""
    for cell, value in cells.items():
        code = code_of(cell)
        if code == FIVE[book] and value == 50:
            return True
        if code in UPPER and value == 5 * (UPPER.index(code) + 1):
            return True
    return False


def total(book, options, cells, extra_points):
    """The sum of a sheet."""
    bonus = options.get("upper_bonus", 50) if book == "yatzy" else 35
    result = extra_points
    for factor in (1, 2, 3) if book == "dreifach" else (1,):
        column = {code_of(cell): value for cell, value in cells.items() if book != "dreifach" or cell[0] == str(factor)}
        upper = sum(value for code, value in column.items() if code in UPPER)
        result += factor * (sum(column.values()) + (bonus if upper >= 63 else 0))
    return result
