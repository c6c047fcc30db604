"""Tables of misreadings, run on evidence: what comes to nothing is no wrong answer."""

from __future__ import annotations

from markupsafe import Markup

from xlagym.gym.rounds.wrong import Wrong, misread

TABLE = (
    Wrong[str, int]("letters", len, "{} of {}.", lambda word, count: (count, word)),
    Wrong[str, int]("dots", lambda word: word.count(".") or None, "Every dot."),
    Wrong[str, int]("nothing at all", lambda _: 0, "<b>Nothing.</b>"),
)


def test_each_comes_to_its_answer_in_the_order_of_the_table() -> None:
    assert list(misread(TABLE, "a.b")) == [
        ("letters", 3, Markup("3 of a.b.")),
        ("dots", 1, Markup("Every dot.")),
        ("nothing at all", 0, Markup("<b>Nothing.</b>")),
    ]


def test_without_an_occasion_there_is_none_and_zero_is_an_answer() -> None:
    found = list(misread(TABLE, "ab"))
    assert [name for name, _, _ in found] == ["letters", "nothing at all"]


def test_what_comes_from_evidence_is_escaped() -> None:
    (_, _, why), *_ = misread(TABLE, "<i>")
    assert why == "3 of &lt;i&gt;."
