"""Where on the site a capture's page and its lines stand. Paths are absolute within the site."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xlagym.captures.form import AnyForm


def page_of(capture: str) -> str:
    """The page of the capture with that id: ``/captures/mlp@tpu-v6e/``."""
    return f"/captures/{capture}/"


def line_of(capture: str, form: AnyForm, line: int) -> str:
    """A line (1-based) of one of its texts: ``/captures/mlp@tpu-v6e/#hlo-41``."""
    return f"{page_of(capture)}#{form.line_id(line)}"


def walk_of(capture: str) -> str:
    """The walk through its compile, pass by pass: ``/passes/mlp@tpu-v6e/``."""
    return f"/passes/{capture}/"


def pass_of(capture: str, index: int) -> str:
    """A pass (1-based) of that walk: ``/passes/mlp@tpu-v6e/#pass-71``."""
    return f"{walk_of(capture)}#pass-{index}"
