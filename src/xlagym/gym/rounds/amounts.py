"""Rounds whose answer is an amount: each wrong one is what a named misreading comes to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from xlagym.gym.rounds.choices import Asked, choice_round
from xlagym.gym.rounds.round import Choice, Reveal, Round


@dataclass(frozen=True, slots=True)
class Guess:
    """An amount that a reading comes to, and why it is, or is not, what was asked."""

    value: int
    why: Markup


def amount_round(
    asked: Asked,
    key: Guess,
    guesses: Mapping[str, Guess],
    told: Callable[[int], str],
    reveal: Reveal,
    least: int = 1,
) -> Round | None:
    """A round of amounts that all look different, in rising order; None where too few are left.

    Args:
        asked: the question; one amount is to be chosen.
        key: the right amount.
        guesses: by the name of a misreading, what it comes to. Those that come to the key, to
            another one's amount or to less than nothing are left out.
        told: an amount as it is shown.
        reveal: what is told once it is answered.
        least: how many wrong amounts the round needs.
    """
    texts = {told(key.value)}
    kept: dict[str, Guess] = {}
    for name, guess in guesses.items():
        if guess.value >= 0 and (text := told(guess.value)) not in texts:
            texts.add(text)
            kept[name] = guess
    if len(kept) < least:
        return None
    ranked = sorted([("", key), *kept.items()], key=lambda each: each[1].value)
    ids = {name: f"amount-{place}" for place, (name, _) in enumerate(ranked, start=1)}
    return choice_round(
        asked,
        [Choice(ids[name], Markup(told(guess.value))) for name, guess in ranked],
        [ids[""]],
        {name: [ids[name]] for name in kept},
        {
            ids[name]: Markup("{}: {}").format(Markup(told(guess.value)), guess.why)
            for name, guess in ranked
        },
        {ids[name]: name for name in kept},
        reveal,
    )
