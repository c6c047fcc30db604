"""Lines of the three texts, linked in all directions, each with where it came from in words."""

from __future__ import annotations

from tests.gym.own_exhibits import side_by_side
from xlagym.captures.store import Store
from xlagym.gym.rounds.station import Room, Station
from xlagym.gym.stations.fusion_xray.panes import Pane

SEED = "attention-s1024@tpu-v6e"


def by_id(room: Room) -> dict[str, tuple[tuple[str, ...], str, tuple[str, ...]]]:
    return {
        f"{pane.id}-{line.number}": (line.links, line.note, line.classes)
        for pane in side_by_side(room).panes
        for line in pane.lines
    }


def test_panes_hold_the_files_verbatim(rooms: dict[str, Room], store: Store) -> None:
    for room in rooms.values():
        python, stable, optimized = side_by_side(room).panes
        for pane in (stable, optimized):
            text = store.get(room.capture).text(pane.file)
            assert [line.text for line in pane.lines] == text.removesuffix("\n").split("\n")
        program = store.get(room.capture).text("program.py").splitlines()
        assert [line.text for line in python.lines] == [
            program[line.number - 1] for line in python.lines
        ]


def test_links_go_both_ways_and_lead_to_lines_that_are_shown(station: Station) -> None:
    for room in station.rooms:
        lines = by_id(room)
        for name, (links, _, _) in lines.items():
            for other in links:
                assert name in lines[other][0], (room.capture, name, other)


def test_every_instruction_and_every_op_says_its_origin(station: Station, store: Store) -> None:
    for room in station.rooms:
        lines = by_id(room)
        capture = store.get(room.capture)
        assert all(lines[f"hlo-{each.line}"][1] for each in capture.hlo.instructions)
        assert all(lines[f"mlir-{op.line}"][1] for op in capture.stablehlo.ops)


def test_the_seed_line_by_line(rooms: dict[str, Room]) -> None:
    lines = by_id(rooms[SEED])
    assert set(lines["mlir-4"][0]) == {"py-9", "hlo-31", "hlo-41"}
    assert lines["mlir-4"][1] == "`%1 dot_general`: fused into `%fusion`"
    assert lines["mlir-8"][1] == (
        "`%4 broadcast_in_dim`: replaced by the kernel `%online-softmax` at pass `flash_attention`"
    )
    assert lines["mlir-3"][1] == ("`%0 transpose`: folded into others at pass `transpose-folding`")
    assert lines["hlo-36"][1].startswith(
        "`%copy-start`: inserted by the compiler: copies `%q.1` to VMEM"
    )
    assert lines["hlo-40"][1].startswith(
        "`%copy-done`: inserted by the compiler: waits until `%q.1` is in VMEM"
    )
    assert lines["hlo-41"][1] == "`%fusion`: holds StableHLO line 4"
    assert lines["hlo-27"][1].startswith(
        "`%param_0`: inserted by the compiler: stands for `%copy-done`, which `%fusion` is given"
    )
    assert lines["hlo-35"][1] == "`%q.1`: argument q"
    assert lines["py-9"][1] == (
        "becomes StableHLO lines 3 and 4, and optimized HLO lines 31 and 41"
    )
    assert lines["mlir-2"][1] == "the program's arguments and results"


def test_the_seed_is_drawn_as_it_should(rooms: dict[str, Room]) -> None:
    classes = {name: line[2] for name, line in by_id(rooms[SEED]).items()}
    assert classes["hlo-41"] == ("fusion", "carries")
    assert classes["hlo-43"] == ("kernel", "carries")
    assert classes["hlo-28"] == ("nested",)
    assert classes["hlo-31"] == ("carries",)
    assert classes["hlo-36"] == ("dim",)
    assert classes["hlo-34"] == ("comp",)
    assert classes["mlir-4"] == ("carries",)
    assert classes["mlir-5"] == ("dim",)


def test_the_tables_of_frames_can_be_folded(rooms: dict[str, Room]) -> None:
    optimized: Pane = side_by_side(rooms[SEED]).panes[2]
    assert optimized.tables == (3, 15)
    assert optimized.lines[2].text == "FileNames"
    assert optimized.lines[15].text.startswith("%bitcast_fusion ")
