"""What one screen shows, as plain data: no pygame, no rules, no sentences. Scenes build these, painters draw them.

Everything is frozen and compared by value, so that an equal screen is not painted twice. Words are `Message`s (a key of
the catalogues in `locale/` and its parameters); a plain `str` is shown as it is and is meant for names and versions.
"""

from __future__ import annotations

from dataclasses import dataclass

from display.views.around import (
    Choice,
    Fact,
    GrammarView,
    IdleView,
    Modules,
    RankingView,
    RankRow,
    RulesView,
    SetupLine,
    SetupView,
    Step,
    TableView,
)
from display.views.coins import (
    CoinNumber,
    CoinRow,
    CoinState,
    CoinsView,
    CountBoard,
    FistBoard,
    NumberBoard,
    PaysBoard,
)
from display.views.parts import (
    BACK,
    DARK_LABELS,
    DOWN,
    HOLD_1,
    HOLD_2,
    HOLD_3,
    HOLD_4,
    HOLD_5,
    OK,
    UP,
    Box,
    DiceTray,
    Icon,
    Label,
    LabelStyle,
    Mark,
    Message,
    Picture,
    Pixels,
    PromptTray,
    ScatterDie,
    SlotDie,
    Text,
    Tray,
    msg,
)
from display.views.play import (
    Candidate,
    CelebrationView,
    DoubtView,
    PauseView,
    PhotoView,
    SheetsView,
    StartRow,
    StartThrowView,
    TurnView,
)
from display.views.service import (
    FaultView,
    LogView,
    MenuEntry,
    MenuView,
    ServiceButtonsView,
    ServiceCameraView,
    SpellingView,
)
from display.views.sheets import (
    Bonus,
    Cell,
    CellState,
    Column,
    PlayerTab,
    Row,
    SheetView,
    WinChance,
)

View = (
    TurnView
    | StartThrowView
    | DoubtView
    | CelebrationView
    | PauseView
    | PhotoView
    | SheetsView
    | IdleView
    | SetupView
    | RankingView
    | TableView
    | RulesView
    | GrammarView
    | MenuView
    | FaultView
    | ServiceCameraView
    | ServiceButtonsView
    | LogView
    | SpellingView
    | CoinsView
)


@dataclass(frozen=True)
class Screen:
    """All that `Window.show` paints.

    labels: nine, in the order HOLD_1 … HOLD_5, UP, DOWN, OK, BACK; ring: (button, progress 0–1) of a press on its way
    to long; notice: one line about a fault that does not stop the game (camera gone, disk full); pressed: buttons that
    are down; dim: 0 (bright) – 1 (black) and shift: px in x and y, both against burn-in while idle.
    """

    view: View
    labels: tuple[Label, ...] = DARK_LABELS
    ring: tuple[int, float] | None = None
    notice: Text | None = None
    language: str = "de"
    pressed: frozenset[int] = frozenset()
    dim: float = 0.0
    shift: tuple[int, int] = (0, 0)


__all__ = [
    "BACK",
    "Bonus",
    "Box",
    "Candidate",
    "CelebrationView",
    "Cell",
    "CellState",
    "Choice",
    "CoinNumber",
    "CoinRow",
    "CoinState",
    "CoinsView",
    "Column",
    "CountBoard",
    "DARK_LABELS",
    "DOWN",
    "DiceTray",
    "DoubtView",
    "Fact",
    "FaultView",
    "FistBoard",
    "GrammarView",
    "HOLD_1",
    "HOLD_2",
    "HOLD_3",
    "HOLD_4",
    "HOLD_5",
    "Icon",
    "IdleView",
    "Label",
    "LabelStyle",
    "LogView",
    "Mark",
    "MenuEntry",
    "MenuView",
    "Message",
    "Modules",
    "NumberBoard",
    "PaysBoard",
    "OK",
    "PauseView",
    "PhotoView",
    "Picture",
    "Pixels",
    "PlayerTab",
    "PromptTray",
    "RankRow",
    "RankingView",
    "Row",
    "RulesView",
    "ScatterDie",
    "Screen",
    "ServiceButtonsView",
    "ServiceCameraView",
    "SetupLine",
    "SetupView",
    "SheetView",
    "SheetsView",
    "SlotDie",
    "SpellingView",
    "StartRow",
    "StartThrowView",
    "Step",
    "TableView",
    "Text",
    "Tray",
    "TurnView",
    "UP",
    "View",
    "WinChance",
    "msg",
]
