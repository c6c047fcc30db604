"""Rounds whose answer is a few words: each wrong one is what a named misreading comes to."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from xlagym.gym.rounds.choices import Asked, choice_round
from xlagym.gym.rounds.round import Choice, Reveal, Round


@dataclass(frozen=True, slots=True)
class Said:
    """An answer that a reading comes to, and why it is, or is not, what was asked."""

    text: str
    why: Markup


def said_round(
    asked: Asked,
    key: Said,
    guesses: Mapping[str, Said],
    reveal: Reveal,
    others: Sequence[Said] = (),
    order: Sequence[str] = (),
    coded: bool = False,
) -> Round | None:
    """A round of answers that all differ; None where no misreading comes to another one.

    Args:
        asked: the question; one answer is to be chosen.
        key: the right answer.
        guesses: by the name of a misreading, what it comes to; the first to come to an answer
            gives its name. Those that come to the key are left out.
        reveal: what is told once it is answered.
        others: answers that are offered, too, and that no misreading led to.
        order: answers in the order in which they are shown; else they are sorted, numbers by size.
        coded: whether answers are code.
    """
    kept: dict[str, tuple[str, Said]] = {}
    for name, guess in guesses.items():
        if guess.text != key.text:
            kept.setdefault(guess.text, (name, guess))
    if not kept:
        return None
    for other in others:
        if other.text != key.text:
            kept.setdefault(other.text, ("", other))
    texts = sorted([key.text, *kept], key=order.index if order else _natural)
    ids = {text: f"answer-{place}" for place, text in enumerate(texts, start=1)}
    why = {key.text: key.why} | {text: guess.why for text, (_, guess) in kept.items()}
    shown = {
        text: Markup("<code>{}</code>").format(text) if coded else Markup("{}").format(text)
        for text in texts
    }
    return choice_round(
        asked,
        [Choice(ids[text], shown[text]) for text in texts],
        [ids[key.text]],
        {name: [ids[text]] for text, (name, _) in kept.items() if name},
        {ids[text]: Markup("{}: {}").format(shown[text], why[text]) for text in texts},
        {ids[text]: name for text, (name, _) in kept.items()},
        reveal,
    )


def _natural(text: str) -> list[tuple[int, int, str]]:
    """Sort key by which 8 comes before 16, and what goes on with a number before what ends."""
    parts = re.findall(r"[0-9]+|[^0-9]", f"{text} ")
    return [(0, int(part), "") if part[0] in "0123456789" else (1, 0, part) for part in parts]
