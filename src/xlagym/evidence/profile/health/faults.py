"""What can be wrong with a profile, each with its own word, and the error that carries it.

A fault is *fatal* where nothing can be read, *unhealthy* where what was read must not be quoted,
and *marked* where it may be quoted with the remark beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Fault(StrEnum):
    """The kinds of faults; the value is the word used in JSON."""

    EMPTY = "empty"
    TOO_LARGE = "too-large"
    TRUNCATED = "truncated"
    MANGLED = "mangled"
    NOT_A_PROFILE = "not-a-profile"
    NO_DEVICE = "no-device-plane"
    OPS_MISSING = "ops-missing"
    NO_RUNS = "no-runs"
    NO_HLO = "no-hlo"
    DROPPED = "dropped-events"
    COLLECTOR_ERROR = "collector-error"
    MIXED_CLOCKS = "mixed-clocks"
    SEVERAL_HOSTS = "several-hosts"
    WARM_UP_ONLY = "only-warm-up"
    WARM_UP_INSIDE = "warm-up-inside"
    ONE_RUN = "one-run"
    POORER_FORM = "poorer-form"


class Weight(StrEnum):
    """How much a fault takes away."""

    FATAL = "fatal"
    """Nothing was read."""
    UNHEALTHY = "unhealthy"
    """Something was read, and no number may be quoted from it."""
    MARKED = "marked"
    """Numbers may be quoted, with this said beside them."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One finding about a profile, in words for the person who recorded it."""

    fault: Fault
    weight: Weight
    message: str
    """What was found."""
    advice: str
    """What to do about it."""

    def __str__(self) -> str:
        return f"{self.fault}: {self.message} {self.advice}"


class ProfileError(ValueError):
    """Raised when bytes can't be read as a profile at all; ``verdict`` says why."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(str(verdict))
        self.verdict = verdict


def fatal(fault: Fault, message: str, advice: str) -> ProfileError:
    """The error for a fault that leaves nothing to read."""
    return ProfileError(Verdict(fault, Weight.FATAL, message, advice))
