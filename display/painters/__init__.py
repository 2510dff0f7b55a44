"""Painters: one per kind of view; each puts items on a `Canvas` within a `Layout`. `paint` finds the right one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from display import views
from display.layout import Layout
from display.painters import doubt, idle, labels, menu, notice, ranking, setup, start, turn
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
}


def paint(canvas: Canvas, layout: Layout, screen: views.Screen) -> None:
    """Everything of a screen: its view, the labels above the buttons, and a notice if there is one."""
    _PAINTERS[type(screen.view)](canvas, layout, screen.view)
    canvas.tag = None
    labels.paint(canvas, layout, screen)
    if screen.notice is not None:
        notice.paint(canvas, layout, screen.notice)


__all__ = ["paint"]
