"""GYM·15, read the op: one line of a dump, and one question about it."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Final

from markupsafe import Markup

from xlagym.chips.names import backend_of, chip_name
from xlagym.gym.rounds.round import Round
from xlagym.gym.rounds.station import Room, Station, gather
from xlagym.gym.rounds.words import code
from xlagym.gym.stations.read_the_op import fusion_kind as op_fusion_kind
from xlagym.gym.stations.read_the_op import order as op_order
from xlagym.gym.stations.read_the_op import padding as op_padding
from xlagym.gym.stations.read_the_op import space as op_space
from xlagym.gym.stations.read_the_op import text as op_text
from xlagym.gym.stations.read_the_op import tile as op_tile
from xlagym.gym.stations.read_the_op import type as op_type
from xlagym.keeping.kept import kept

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlagym.captures.capture import Capture
    from xlagym.captures.store import Store
    from xlagym.gym.rounds.spec import Spec
    from xlagym.gym.stations.read_the_op.line import FindCandidates
    from xlagym.numbers.evaluate import Evaluate

KIND = "read-the-op"
_TEXT, _TYPE, _ORDER, _TILE, _SPACE, _BYTES, _FUSION = (
    op_text.candidates,
    op_type.candidates,
    op_order.candidates,
    op_tile.candidates,
    op_space.candidates,
    op_padding.candidates,
    op_fusion_kind.candidates,
)
_ON_TPU: Final[Sequence[FindCandidates]] = (
    _TILE,
    _TEXT,
    _BYTES,
    _FUSION,
    _SPACE,
    _TYPE,
    _SPACE,
    _ORDER,
    _TEXT,
    _BYTES,
)
"""What a room of a TPU asks, in this order."""
_ON_CPU: Final[Sequence[FindCandidates]] = (
    _TYPE,
    _TEXT,
    _BYTES,
    _TYPE,
    _TEXT,
    _ORDER,
    _BYTES,
    _TEXT,
)
"""The CPU has no tiles and one memory."""
_FILLING: Final[Sequence[FindCandidates]] = (_TEXT,) * 8
"""What a room asks until it has as many rounds, where its capture has few ops."""


def build(
    spec: Spec,
    store: Store,
    evaluate: Evaluate,  # noqa: ARG001
) -> Station:
    """Make the station from evidence. Raises ProblemError where a capture is missing or unfit."""
    rooms = gather(spec, spec.captures, partial(_room, spec, store), "captures")
    return Station(spec, rooms, withheld=0, groups=tuple(spec.programs))


def _room(spec: Spec, store: Store, id: str) -> Room:
    capture = store.get(id)
    rounds = _rounds(capture)
    if not rounds:
        raise ValueError(f"no line of '{id}' makes a round")
    variant, target = capture.manifest.variant, capture.target
    return Room(
        capture=id,
        variant=variant,
        target=target,
        basis=capture.basis,
        title=f"{variant} on {chip_name(target)}",
        about=Markup("Lines of {}, compiled for {}: each with a question of its own.").format(
            code(variant), chip_name(target)
        ),
        path=f"{spec.path}{variant}/{target}/",
        rounds=rounds,
    )


@kept
def _rounds(capture: Capture) -> tuple[Round, ...]:
    """One question a line: what was asked, and how, is not asked again while there is other."""
    about: set[str] = set()
    likeness: Counter[str] = Counter()
    found: list[Round] = []
    asked = _ON_TPU if backend_of(capture.target) == "tpu" else _ON_CPU
    for place, kind in enumerate((*asked, *_FILLING)):
        if place >= len(asked) and len(found) >= len(_FILLING):
            break
        waiting = [each for each in kind(capture) if each.about not in about]
        waiting.sort(key=lambda each: likeness[f"{kind.__module__} {each.likeness}"])
        for each in waiting:
            made = each.make()
            if made is not None:
                about.add(each.about)
                likeness[f"{kind.__module__} {each.likeness}"] += 1
                found.append(made)
                break
    return tuple(found)
