"""A profile comes out without the machine's names, and with everything else as it was."""

from __future__ import annotations

import pytest

from tests.evidence.profile.profile_builder import SpaceBuilder, serialized
from xlagym.capturing.scrub.scrub import Machine
from xlagym.capturing.scrub.scrub_profile import StillNamedError, scrub_profile
from xlagym.evidence.profile.formats.schema import HloProto, XSpace
from xlagym.evidence.profile.reading import read_profile

MACHINE = Machine(
    project="/home/ada/gym",
    folders=("/home/ada/gym/.cache/capturing/17-a", "/tmp"),
    home="/home/ada",
    host="tower-of-ada",
    user="ada",
)


def scrubbed(space: SpaceBuilder) -> tuple[bytes, tuple[str, ...]]:
    return scrub_profile(space.bytes(), MACHINE)


def test_the_host_goes_from_every_text() -> None:
    space = SpaceBuilder(hostname="box7")
    space.message.warnings.append(b"box7: 3 events dropped because of box7")
    plane = space.plane("/host:CPU of box7", note="on box7, boxing box70")
    line = plane.line("thread of box7")
    line.event(plane.kind("call on tower-of-ada"), 0, 5, who="box7", size=7)
    clean, found = scrubbed(space)
    message = XSpace.FromString(clean)
    assert list(message.hostnames) == [b"HOST"]
    assert list(message.warnings) == [b"HOST: 3 events dropped because of HOST"]
    (host, _) = message.planes
    assert (host.name, host.lines[0].name) == (b"/host:CPU of HOST", b"thread of HOST")
    assert host.stats[0].str_value == b"on HOST, boxing box70"
    assert host.event_metadata[0].value.name == b"call on HOST"
    assert b"box7" not in host.lines[0].events[0]
    assert b"HOST" in host.lines[0].events[0]
    assert found == ("the host's name",)


def test_several_hosts_stay_several() -> None:
    space = SpaceBuilder(hostname="one")
    space.message.hostnames.append(b"two")
    clean, _ = scrubbed(space)
    assert list(XSpace.FromString(clean).hostnames) == [b"HOST", b"HOST"]


def test_paths_go_from_stats_and_from_the_hlo() -> None:
    space = SpaceBuilder(hostname="")
    plane = space.plane("/device:TPU:0", source="/home/ada/gym/labs/programs/f.py:3")
    plane.line("XLA Ops").event(plane.kind("op"), 0, 1, where="/home/ada/notes/x.py")
    space.hlo("jit_f", 7, [("a", "add")])
    (metadata,) = [each for each in space.message.planes if each.name == b"/host:metadata"]
    stat = metadata.event_metadata[0].value.stats[0]
    proto = HloProto.FromString(stat.bytes_value)
    proto.hlo_module.stack_frame_index.file_names.append(b"/opt/lib/site-packages/jax/a.py")
    proto.hlo_module.computations[0].instructions[0].metadata.source_file = b"/tmp/f.py"
    stat.bytes_value = serialized(proto)

    clean, found = scrubbed(space)
    assert b"/home/" not in clean and b"/tmp" not in clean
    program = read_profile(clean).programs[7]
    module = HloProto.FromString(program.proto).hlo_module
    assert list(module.stack_frame_index.file_names) == [b"site-packages/jax/a.py"]
    assert module.computations[0].instructions[0].metadata.source_file == b"f.py"
    assert set(found) == {
        "absolute paths of packages",
        "absolute paths of the project",
        "temporary folders",
        "the home folder",
    }


def test_what_the_schema_does_not_know_is_kept() -> None:
    space = SpaceBuilder(hostname="box7")
    plane = space.plane("/device:TPU:0")
    plane.line("XLA Ops").event(plane.kind("op"), 3, 9, run_id=4)
    unknown = b"\xaa\x06\x04kept"  # Field 101 of an XSpace: nobody has defined one.
    clean, _ = scrub_profile(space.bytes() + unknown, MACHINE)
    assert unknown in clean
    again, found = scrub_profile(clean, MACHINE)
    assert again == clean
    assert found == ("the host's name",)


def test_a_clean_profile_stays_as_it_is() -> None:
    space = SpaceBuilder(hostname="")
    plane = space.plane("/device:TPU:0", peak=918.5)
    plane.line("XLA Ops").event(plane.kind("fusion.1"), 3, 9, run_id=4)
    space.hlo("jit_f", 7, [("a", "add")])
    data = space.bytes()
    assert scrub_profile(data, MACHINE) == (data, ())


@pytest.mark.parametrize(
    "text",
    [
        b"/home/ada/gym/labs",
        b"/tmp/work/x",
        b"at tower-of-ada",
        b"/Users/ada",
        b"/srv/lib/site-packages/",
    ],
)
def test_a_name_in_an_unknown_field_is_not_let_out(text: bytes) -> None:
    unknown = b"\xaa\x06" + bytes([len(text)]) + text
    with pytest.raises(StillNamedError, match="the profile still names this machine"):
        scrub_profile(SpaceBuilder().bytes() + unknown, MACHINE)


def test_a_short_host_name_is_not_found_inside_words() -> None:
    space = SpaceBuilder(hostname="vm")
    plane = space.plane("/device:TPU:0", note="vmem on vm")
    plane.kind("%vm.1 = f32[8] add()")
    clean, _ = scrubbed(space)
    device = XSpace.FromString(clean).planes[0]
    assert device.stats[0].str_value == b"vmem on HOST"
    assert device.event_metadata[0].value.name == b"%vm.1 = f32[8] add()"
