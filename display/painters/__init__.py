"""Painters: one per kind of view; each puts items on a `Canvas` within a `Layout`. `paint` finds the right one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from display import views
from display.layout import Layout
from display.painters import (
    coins,
    doubt,
    grammar,
    idle,
    labels,
    looks,
    menu,
    moments,
    notice,
    ranking,
    service,
    setup,
    spelling,
    start,
    tables,
    turn,
)
from display.painters.canvas import Canvas

_PAINTERS: dict[type, Callable[[Canvas, Layout, Any], None]] = {
    views.TurnView: turn.paint,
    views.StartThrowView: start.paint,
    views.DoubtView: doubt.paint,
    views.SetupView: setup.paint,
    views.RankingView: ranking.paint,
    views.IdleView: idle.paint,
    views.MenuView: menu.paint,
    views.FaultView: menu.paint_fault,
    views.PhotoView: looks.paint_photo,
    views.PauseView: moments.paint_pause,
    views.CelebrationView: moments.paint_celebration,
    views.SheetsView: looks.paint_sheets,
    views.RulesView: tables.paint_rules,
    views.GrammarView: grammar.paint,
    views.TableView: tables.paint_table,
    views.LogView: tables.paint_log,
    views.ServiceCameraView: service.paint_camera,
    views.ServiceButtonsView: service.paint_buttons,
    views.SpellingView: spelling.paint,
    views.CoinsView: coins.paint,
}


def paint(canvas: Canvas, layout: Layout, screen: views.Screen) -> None:
    """Everything of a screen: its view, the labels above the buttons, and a notice if there is one."""
    inner = layout if screen.notice is None else layout.below(notice.height(layout))
    _PAINTERS[type(screen.view)](canvas, inner, screen.view)
    canvas.tag = None
    labels.paint(canvas, layout, screen)
    if screen.notice is not None:
        notice.paint(canvas, layout, screen.notice)


__all__ = ["paint"]
