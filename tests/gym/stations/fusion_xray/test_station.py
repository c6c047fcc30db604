"""The station: its spec, its header, its kernels, what makes it fail."""

from __future__ import annotations

import pytest

from tests.gym.own_exhibits import side_by_side
from xlagym.captures.store import Store
from xlagym.chips.names import chip_name
from xlagym.gym import build_station
from xlagym.gym.rounds.station import Room, Station
from xlagym.inputs.located_yaml import read_yaml
from xlagym.inputs.problems import ProblemError
from xlagym.numbers.workbook import Workbook

SEED = "attention-s1024@tpu-v6e"
FILE = "content/gym/07-fusion-xray.yml"
SPEC = """\
number: 7
kind: fusion-xray
title: The fusion x-ray
skill: reading-fusions
intro: One sentence.
chapters: [xla/05]
programs: {attention-s1024: attention}
targets: [tpu-v6e]
"""


def messages(text: str, store: Store, workbook: Workbook) -> list[str]:
    with pytest.raises(ProblemError) as raised:
        build_station(read_yaml(text, FILE), store, workbook.evaluate)
    return [str(problem) for problem in raised.value.problems]


def header(room: Room) -> dict[str, tuple[str, ...]]:
    return {fact.label: tuple(number.text for number in fact.numbers) for fact in room.facts}


def test_the_header_of_the_seed(rooms: dict[str, Room]) -> None:
    assert header(rooms[SEED]) == {
        "received": ("21",),
        "decided": ("18",),
        "fusions launched": ("1", "2"),
        "carriers": ("3",),
        "spilled": ("0", "VMEM"),
        "ops traced": ("14", "14"),
    }


def test_the_header_names_the_memory_of_each_chip(rooms: dict[str, Room]) -> None:
    spilled = {
        target: header(rooms[f"attention-s1024@{target}"])["spilled"]
        for target in ("tpu-v4", "tpu-v5e", "tpu-v5p", "tpu-v6e", "tpu-7x")
    }
    assert spilled == {
        "tpu-v4": ("0", "CMEM"),
        "tpu-v5e": ("0", "VMEM"),
        "tpu-v5p": ("2", "HBM"),
        "tpu-v6e": ("0", "VMEM"),
        "tpu-7x": ("0", "VMEM"),
    }


def test_memories_are_named_in_words_where_they_differ(rooms: dict[str, Room]) -> None:
    spilled = next(fact for fact in rooms["rnn@tpu-v6e"].facts if fact.label == "spilled")
    assert [number.text for number in spilled.numbers] == ["0"]
    assert spilled.words == ("to HBM, carried in VMEM",)


def test_the_kernel_is_decoded_at_its_line(rooms: dict[str, Room]) -> None:
    (kernel,) = side_by_side(rooms[SEED]).kernels
    assert (kernel.line, kernel.name) == ("hlo-43", "online-softmax")
    assert "tpu.matmul" in kernel.text


def test_numbers_of_all_rooms_have_ids_of_their_own(station: Station) -> None:
    ids = [number.id for room in station.rooms for number in room.numbers]
    assert len(ids) == len(set(ids))
    assert all(number.page == room.path for room in station.rooms for number in room.numbers)


def test_a_station_of_one_room(store: Store, workbook: Workbook) -> None:
    station = build_station(read_yaml(SPEC, FILE), store, workbook.evaluate)
    (room,) = station.rooms
    assert room.path == "/gym/07-fusion-xray/attention-s1024/tpu-v6e/"
    assert [dealt.reveal.further for dealt in room.rounds] == ["", ""]
    assert [name.id for name in station.rounds] == [
        "07/attention-s1024@tpu-v6e/carry",
        "07/attention-s1024@tpu-v6e/spill",
    ]


def test_a_missing_field_is_named(store: Store, workbook: Workbook) -> None:
    (message,) = messages(SPEC.replace("skill: reading-fusions\n", ""), store, workbook)
    assert message.startswith(f"{FILE}:1: station: 'skill' is missing, or is no str")


def test_an_unknown_field_is_named(store: Store, workbook: Workbook) -> None:
    (message,) = messages(SPEC + "answers: [1]\n", store, workbook)
    assert message.startswith(f"{FILE}:9: station: there is no field 'answers'")


def test_an_unknown_kind_is_named(store: Store, workbook: Workbook) -> None:
    (message,) = messages(SPEC.replace("fusion-xray\n", "fusion-yray\n", 1), store, workbook)
    assert message.startswith(f"{FILE}:2: station: there is no kind 'fusion-yray'")
    assert "fusion-xray" in message


def test_a_capture_that_is_not_there_is_named_with_the_nearest(
    store: Store, workbook: Workbook
) -> None:
    (message,) = messages(SPEC.replace("[tpu-v6e]", "[tpu-v9]"), store, workbook)
    assert message.startswith(f"{FILE}:7: station: no capture 'attention-s1024@tpu-v9'")
    assert "attention-s1024@tpu-v4" in message


def test_a_program_without_a_big_intermediate_is_named(store: Store, workbook: Workbook) -> None:
    spec = SPEC.replace("attention-s1024: attention", "matmul-tile-1024: a tiled matmul")
    (message,) = messages(spec, store, workbook)
    assert "matmul-tile-1024@tpu-v6e has no value between its arguments and results" in message


def test_chips_by_name() -> None:
    targets = ("tpu-v6e", "tpu-7x", "cpu", "cpu.run", "tpu-v6e-2x4.run")
    names = ["TPU v6e", "TPU 7x", "CPU", "CPU", "TPU v6e-2x4"]
    assert [chip_name(target) for target in targets] == names
