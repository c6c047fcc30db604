"""A value is computed again where something that was read for it has changed, and only there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.keeping import papers
from tests.keeping.papers import DONE, Drawer
from xlagym.keeping.keeper import Keeper
from xlagym.keeping.kept import Kept, kept
from xlagym.keeping.recording import recording

PAPERS = {"a": "one two", "b": "three", "c": "a"}


def asked[T](folder: Path | None, read: dict[str, str], ask: Callable[[Drawer], T]) -> T:
    """What ``ask`` comes to in a process of its own; ``DONE`` then says what was computed."""
    DONE.clear()
    keeper, drawer = Keeper(folder), Drawer(read)
    drawer.known_to(keeper)
    with keeper.in_use():
        value = ask(drawer)
    keeper.save(forget=False)
    keeper.close()
    return value


def test_a_value_is_computed_once(tmp_path: Path) -> None:
    for times in (1, 0, 0):
        assert asked(tmp_path, PAPERS, lambda d: papers.words(d, "a") + papers.words(d, "a")) == 4
        assert DONE["words"] == times


def test_without_a_keeper_nothing_is_kept() -> None:
    DONE.clear()
    drawer = Drawer(PAPERS)
    assert (papers.words(drawer, "a"), papers.words(drawer, "a")) == (2, 2)
    assert DONE["words"] == 2


def test_without_a_folder_a_keeper_remembers_while_it_is_used() -> None:
    assert asked(None, PAPERS, lambda d: papers.words(d, "a") + papers.words(d, "a")) == 4
    assert DONE["words"] == 1
    asked(None, PAPERS, lambda d: papers.words(d, "a"))
    assert DONE["words"] == 1


@pytest.mark.parametrize(
    ("changes", "value", "computed"),
    [
        ({}, 3, {}),
        ({"c": "else"}, 3, {}),
        ({"a": "one"}, 2, {"words": 1, "total": 1}),
        ({"a": "four five"}, 3, {"words": 1}),
        ({"a": "four five", "b": "x y"}, 4, {"words": 2, "total": 1}),
    ],
    ids=["nothing", "not read", "read", "comes out as before", "both"],
)
def test_only_what_has_read_a_change_follows_it(
    tmp_path: Path, changes: dict[str, str], value: int, computed: dict[str, int]
) -> None:
    def ask(drawer: Drawer) -> int:
        papers.words(drawer, "a"), papers.words(drawer, "b")
        return papers.total(drawer, ("a", "b"))

    assert asked(tmp_path, PAPERS, ask) == 3
    assert asked(tmp_path, PAPERS | changes, ask) == value
    assert Counter(computed) == DONE


def test_what_is_read_may_follow_from_what_was_read(tmp_path: Path) -> None:
    assert asked(tmp_path, PAPERS, lambda d: papers.follows(d, "c")) == "one two"
    assert asked(tmp_path, PAPERS | {"a": "x"}, lambda d: papers.follows(d, "c")) == "x"
    assert asked(tmp_path, PAPERS | {"c": "b"}, lambda d: papers.follows(d, "c")) == "three"
    assert asked(tmp_path, PAPERS | {"c": "b", "a": "y"}, lambda d: papers.follows(d, "c"))
    assert DONE["follows"] == 0


def test_what_is_not_there_is_read_too(tmp_path: Path) -> None:
    assert asked(tmp_path, PAPERS, lambda d: papers.words(d, "d")) == 0
    assert asked(tmp_path, PAPERS | {"d": "now there"}, lambda d: papers.words(d, "d")) == 2
    assert asked(tmp_path, PAPERS, papers.everything) == {"a": 2, "b": 1, "c": 1}
    assert asked(tmp_path, {"a": "one two"}, papers.everything) == {"a": 2}
    assert DONE["words"] == 0


def test_a_property_is_read_by_all_who_ask_for_it(tmp_path: Path) -> None:
    def ask(drawer: Drawer) -> list[int]:
        return [len(drawer.longest), papers.width(drawer)]

    assert asked(tmp_path, PAPERS, ask) == [7, 7]
    assert (DONE["longest"], DONE["width"]) == (1, 1)
    assert asked(tmp_path, PAPERS | {"b": "as long as that"}, ask) == [15, 15]
    assert asked(tmp_path, PAPERS | {"b": "as long as that"}, papers.width) == 15
    assert Counter() == DONE


def test_an_error_is_no_value_and_whoever_catches_it_has_read_what_led_to_it(
    tmp_path: Path,
) -> None:
    for times in (1, 0):
        assert asked(tmp_path, PAPERS, lambda d: papers.guarded(d, "a")) == -1
        assert (DONE["guarded"], DONE["refused"]) == (times, times)
    with pytest.raises(ValueError, match="invalid literal"):
        asked(tmp_path, PAPERS, lambda d: papers.refused(d, "a"))
    assert asked(tmp_path, PAPERS | {"a": "7"}, lambda d: papers.guarded(d, "a")) == 7


def test_a_large_value_does_not_stay_in_memory(tmp_path: Path) -> None:
    def ask(drawer: Drawer) -> bool:
        return papers.large(drawer, "a") is papers.large(drawer, "a")

    assert not asked(tmp_path, PAPERS, ask)
    assert DONE["large"] == 1


def test_a_handle_in_a_value_is_what_it_is_a_handle_of_today(tmp_path: Path) -> None:
    asked(tmp_path, PAPERS, papers.itself)
    today = {"a": "today"}
    drawer, beside = asked(tmp_path, today, papers.itself)
    assert (drawer.papers, beside) == (today, "beside")


def test_a_value_is_known_by_its_digest_before_it_is_read(tmp_path: Path) -> None:
    def digests(drawer: Drawer) -> list[str]:
        return [papers.words.answer(drawer, name).digest for name in "abc"]

    first = asked(tmp_path, PAPERS, digests)
    assert first == asked(tmp_path, PAPERS, digests)
    assert first[1] == first[2] != first[0]
    assert asked(tmp_path, PAPERS, lambda d: papers.words.holds(d, "a"))
    assert not asked(tmp_path, PAPERS | {"a": "x"}, lambda d: papers.words.holds(d, "a"))


def test_only_functions_that_can_be_asked_again_are_kept() -> None:
    with pytest.raises(TypeError, match="no function of its module's level"):
        kept(lambda: 1)
    with pytest.raises(TypeError, match="by position"), Keeper(None).in_use():
        papers.words(Drawer(PAPERS), name="a")


def test_what_runs_notes_for_itself_alone() -> None:
    drawer = Drawer(PAPERS)
    with recording() as outer:
        drawer.read("a")
        with recording() as inner:
            drawer.read("b")
    assert (list(outer), list(inner)) == (["paper a"], ["paper b"])
    drawer.read("c")
    assert len(outer) == len(inner) == 1


NAMES = st.sampled_from(["a", "b", "c", "d"])
TEXTS = st.dictionaries(NAMES, st.sampled_from(["", "a", "b", "b c", "7", "a b c d"]))
KINDS: dict[str, Callable[[Drawer, str], object]] = {
    "words": papers.words,
    "follows": papers.follows,
    "guarded": papers.guarded,
    "large": papers.large,
    "total": lambda drawer, name: papers.total(drawer, ("a", name)),
    "everything": lambda drawer, _: papers.everything(drawer),
    "width": lambda drawer, _: papers.width(drawer),
}
ASKS = st.lists(st.tuples(st.sampled_from(sorted(KINDS)), NAMES), min_size=1, max_size=6)


@given(st.lists(st.tuples(TEXTS, ASKS, st.booleans()), min_size=2, max_size=5))
def test_after_any_edits_every_answer_is_as_if_nothing_were_kept(
    tmp_path_factory: pytest.TempPathFactory,
    rounds: list[tuple[dict[str, str], list[tuple[str, str]], bool]],
) -> None:
    folder = tmp_path_factory.mktemp("kept")
    for texts, asks, forget in rounds:
        keeper, drawer = Keeper(folder), Drawer(texts)
        drawer.known_to(keeper)
        with keeper.in_use():
            found = [KINDS[kind](drawer, name) for kind, name in asks]
        keeper.save(forget=forget)
        keeper.close()
        assert found == [KINDS[kind](Drawer(texts), name) for kind, name in asks]


def test_kept_functions_look_like_functions() -> None:
    assert isinstance(papers.follows, Kept)
    assert getattr(papers.follows, "__name__", "") == "follows"
    assert papers.follows.__doc__ == "What the paper says that ``name`` names."
