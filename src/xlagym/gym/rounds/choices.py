"""Rounds whose answer is chosen among things named: ops, or amounts of time.

A round offers choices, each with its own explanation where it does not belong. The misreadings
are named ways to come to another answer, each run on the same evidence; one that leads to the key,
or to nothing, is no misreading here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from xlagym.gym.rounds.round import Choice, Explanation, Misreading, Reveal, Round, round_hash


@dataclass(frozen=True, slots=True)
class Asked:
    """What a round asks, before its choices are explained."""

    id: str
    """Below its station: ``mlp@tpu-v6e/cost``."""
    template: str
    """The question without names: what its hash covers."""
    question: Markup
    evidence: str
    """What the answer rests on: a change here brings the round back."""
    none: str = ""
    """Label of the button for an empty answer; empty where one is to be chosen."""


def choice_round(
    asked: Asked,
    choices: Sequence[Choice],
    key: Iterable[str],
    guesses: Mapping[str, Iterable[str]],
    why: Mapping[str, Markup],
    names: Mapping[str, str],
    reveal: Reveal,
) -> Round:
    """Put a round together.

    Args:
        asked: the question.
        choices: all that can be chosen, in the order shown.
        key: ids of the choices that belong.
        guesses: by the name of a misreading, what it would have one choose.
        why: for each choice, why it belongs or does not.
        names: for a wrong choice, the misreading that leads to it.
        reveal: what is told once it is answered.
    """
    right = tuple(choice.id for choice in choices if choice.id in set(key))
    return Round(
        id=asked.id,
        hash=round_hash(asked.template, asked.evidence),
        question=asked.question,
        none=asked.none,
        choices=tuple(choices),
        key=right,
        misreadings=_misreadings(right, guesses, [choice.id for choice in choices]),
        wrong=tuple(
            Explanation((choice.id,), names.get(choice.id, ""), why[choice.id])
            for choice in choices
            if choice.id not in right
        ),
        missing=tuple(Explanation((id,), names.get(id, ""), why[id]) for id in right),
        reveal=reveal,
    )


def _misreadings(
    key: tuple[str, ...], guesses: Mapping[str, Iterable[str]], order: Sequence[str]
) -> tuple[Misreading, ...]:
    """Those that lead to another answer than the key and than each other."""
    seen = {frozenset(key), frozenset[str]()}
    found: list[Misreading] = []
    for name, guess in guesses.items():
        picks = frozenset(guess)
        if picks not in seen:
            seen.add(picks)
            found.append(Misreading(name, tuple(id for id in order if id in picks)))
    return tuple(found)
