"""Pages to be, kind by kind: what each is called, quotes and claims."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from xlagym.keeping.kept import kept

if TYPE_CHECKING:
    from xlagym.site.assembly.edition import Edition
    from xlagym.site.assembly.plan import Plan

QUOTING = ("home", "path", "chapter", "gym", "station", "captures", "chips", "passes")
"""Kinds of pages whose numbers the ledger takes in; each is a module of ``pages/``."""
SILENT = ("glossary", "lab", "missing")
"""Kinds that quote nothing."""
RETELLING = ("ledger", "capture")
"""Kinds that retell what the others quote."""
KINDS = (*QUOTING, *SILENT, *RETELLING)


@kept
def plans(edition: Edition, kind: str) -> tuple[Plan, ...]:
    """The pages of one kind, in order."""
    # By name, so that a warm build imports the makers of those pages alone that have changed.
    return tuple(import_module(f"xlagym.site.pages.{kind}").plan(edition))


@kept
def paths(edition: Edition, kind: str) -> tuple[str, ...]:
    """Where the pages of one kind stand."""
    return tuple(plan.path for plan in plans(edition, kind))


@kept
def plan_of(edition: Edition, kind: str, path: str) -> Plan:
    """The page of that kind at ``path``."""
    return next(plan for plan in plans(edition, kind) if plan.path == path)
