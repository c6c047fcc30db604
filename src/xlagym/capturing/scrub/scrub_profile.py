"""Take the machine out of a profile: host names, paths, user names, wherever an XSpace has text.

The profile is parsed by the project's own schema and written again, so that a field which the
schema doesn't know stays as it was. The bytes are looked through afterwards, and a profile that
still names the machine is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from google.protobuf.message import DecodeError

from xlagym.capturing.scrub.scrub import Machine, Rule, scrub
from xlagym.evidence.profile.formats.schema import HloProto, XEvent, XSpace

HOST = "HOST"
"""What stands for a host's name."""
_LONG = 6
"""Letters from which on a host's name can't stand among a profile's numbers by chance."""


class StillNamedError(ValueError):
    """Raised when a profile names the machine in a place that the schema doesn't know."""


def scrub_profile(data: bytes, machine: Machine) -> tuple[bytes, tuple[str, ...]]:
    """Return an XSpace without what tells of ``machine``, and what was found.

    The profile's own host names go as well, from every text. Raises StillNamedError where a name
    remains, DecodeError where ``data`` is no XSpace.
    """
    space = XSpace.FromString(data)
    hosts = {name.decode("utf-8", errors="replace") for name in space.hostnames}
    names = sorted((hosts | {machine.host}) - {"localhost", HOST, ""}, key=len, reverse=True)
    rules = (*machine.rules(), *map(_host_rule, names))
    scrubber = _Scrubber(rules, _hints(machine, names))
    if space.hostnames:
        scrubber.found.add("the host's name")
    for at in range(len(space.hostnames)):
        space.hostnames[at] = HOST.encode()
    scrubber.space(space)
    clean: bytes = space.SerializeToString() if scrubber.found else data
    left = _hints(machine, [name for name in names if len(name) >= _LONG]).search(clean)
    if left is not None:
        raise StillNamedError(f"the profile still names this machine: {left[0]!r}")
    return clean, tuple(sorted(scrubber.found))


def _host_rule(name: str) -> Rule:
    pattern = re.compile(rf"(?<![\w.%@-]){re.escape(name)}(?![\w-])")
    return Rule("the host's name", pattern, HOST)


def _hints(machine: Machine, hosts: Iterable[str]) -> re.Pattern[bytes]:
    """What tells of the machine, as bytes: quick to find among millions of events."""
    paths = [f"{path}/" for path in (machine.project, *machine.folders, machine.home)]
    homes = [f"{place}/{machine.user}" for place in ("/home", "/Users")]
    parts = [re.escape(text.encode()) for text in (*paths, *homes)]
    # A length before a text may look like a letter or a slash: ask for more than one of them.
    parts.append(rb"[\w.+@~-]{2}/site-packages/")
    for name in hosts:
        word = re.escape(name.encode())
        parts.append(word if len(name) >= _LONG else rb"(?<![\w.%@-])" + word + rb"(?![\w-])")
    return re.compile(b"|".join(parts))


class _Scrubber:
    """Applies rules to every text of a message, in place."""

    def __init__(self, rules: tuple[Rule, ...], hints: re.Pattern[bytes]) -> None:
        self.rules = rules
        self.hints = hints
        self.found: set[str] = set()

    def space(self, space: Any) -> None:
        """Scrub a whole XSpace."""
        for field in (space.errors, space.warnings):
            self._list(field)
        for plane in space.planes:
            self._field(plane, "name")
            self._stats(plane.stats)
            for entry in plane.stat_metadata:
                self._field(entry.value, "name")
                self._field(entry.value, "description")
            for entry in plane.event_metadata:
                for name in ("name", "display_name", "metadata"):
                    self._field(entry.value, name)
                self._stats(entry.value.stats)
            for line in plane.lines:
                self._field(line, "name")
                self._field(line, "display_name")
                self._events(line)

    def _field(self, message: Any, name: str) -> None:
        value = getattr(message, name)
        clean = self._clean(value)
        if clean != value:
            setattr(message, name, clean)

    def _list(self, values: Any) -> None:
        for at, value in enumerate(values):
            values[at] = self._clean(value)

    def _stats(self, stats: Iterable[Any]) -> None:
        for stat in stats:
            self._field(stat, "str_value")
            if stat.bytes_value:
                stat.bytes_value = self._bytes(stat.bytes_value)

    def _events(self, line: Any) -> None:
        """Scrub the stats of those events that name the machine; most have no text at all."""
        for at, event in enumerate(line.events):
            if self.hints.search(event):
                message = XEvent.FromString(event)
                self._stats(message.stats)
                line.events[at] = message.SerializeToString()

    def _bytes(self, value: bytes) -> bytes:
        """Scrub bytes: the HLO of a program, or text; what holds no name stays verbatim."""
        if not self.hints.search(value):
            return value
        try:
            proto = HloProto.FromString(value)
        except DecodeError:
            return self._clean(value)
        if not proto.hlo_module.name:
            return self._clean(value)
        module = proto.hlo_module
        self._list(module.stack_frame_index.file_names)
        for computation in module.computations:
            for instruction in computation.instructions:
                if instruction.metadata.source_file:
                    self._field(instruction.metadata, "source_file")
        clean: bytes = proto.SerializeToString()
        return clean

    def _clean(self, value: bytes) -> bytes:
        if not value:
            return value
        try:
            text = value.decode("utf-8")
        except UnicodeDecodeError:
            return value
        clean, found = scrub(text, self.rules)
        self.found.update(found)
        return clean.encode("utf-8")
