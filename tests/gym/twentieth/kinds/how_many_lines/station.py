"""How many lines, the twentieth kind: a program's StableHLO; of how many lines is it?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from markupsafe import Markup

from xlagym.captures.forms import PROGRAM
from xlagym.chips.names import chip_name
from xlagym.gym.rounds.amounts import Guess, amount_round
from xlagym.gym.rounds.choices import Asked
from xlagym.gym.rounds.exhibits import whole
from xlagym.gym.rounds.round import Reveal, RoomFact
from xlagym.gym.rounds.station import Room, Station, gather

if TYPE_CHECKING:
    from xlagym.captures.store import Store
    from xlagym.gym.rounds.spec import Spec
    from xlagym.numbers.evaluate import Evaluate

KIND = "how-many-lines"
QUESTION = "How many lines has the StableHLO?"


def build(spec: Spec, store: Store, evaluate: Evaluate) -> Station:
    """Make the station from evidence. Raises ProblemError where a capture is missing."""

    def room(id: str) -> Room:
        capture = store.get(id)
        path = f"{spec.path}{capture.manifest.variant}/"
        number = evaluate(f"{id}/lines", "c.stablehlo.lines", let={"c": id}, page=path)
        lines = len(capture.text(PROGRAM).split("\n"))
        assert isinstance(number.value, int)
        asked = amount_round(
            Asked(f"{id}/lines", QUESTION, Markup(QUESTION), number.text),
            Guess(number.value, Markup("one for each operation, and what holds them.")),
            {"the lines of the Python": Guess(lines, Markup("the lines of another text."))},
            str,
            Reveal(
                Markup("{}.").format(number.text),
                Markup('<a href="/captures/{}/#mlir-1">Count them.</a>').format(id),
                Markup("The Python is shorter, or longer."),
                Markup(""),
            ),
        )
        assert asked is not None
        return Room(
            capture=id,
            variant=capture.manifest.variant,
            target=capture.target,
            basis=capture.basis,
            title=f"{capture.manifest.variant} on {chip_name(capture.target)}",
            about="A program.",
            path=path,
            rounds=(replace(asked, figures=(RoomFact("lines", (number,), ("",)),)),),
            exhibits=(whole(capture, PROGRAM, "Python"),),
        )

    rooms = gather(spec, spec.captures, room, "captures")
    return Station(spec, rooms, groups=tuple(spec.programs))
