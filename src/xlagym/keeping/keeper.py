"""The keeper: answers from what is kept, where all that it was computed from still holds.

As verifying traces do (Shake, Salsa): an entry knows every input that was read for it and the
digest that it had, other kept computations among them by the digest of their value. So what has
changed is found by comparing digests, a value is read only where somebody needs it, and one that
comes out as it was before lets all that follow stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from xlagym.keeping.code import code_of, room_of
from xlagym.keeping.pickles import digest, pickled, respelled, spelled, unpickled
from xlagym.keeping.recording import note, recording
from xlagym.keeping.shelf import Shelf
from xlagym.keeping.trace import KEPT, Entry, Pairs, Place

_CURRENT: ContextVar[Keeper | None] = ContextVar("keeper", default=None)


def current() -> Keeper | None:
    """The keeper that is in use here, if one is."""
    return _CURRENT.get()


@dataclass(frozen=True, slots=True)
class Call:
    """A function and what it is asked for."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    held: bool
    """Whether the value stays in memory for others who ask."""

    @property
    def name(self) -> str:
        """One for equal arguments; a handle counts for what it is a handle of."""
        function = self.function
        return f"{function.__module__} {function.__qualname__} {spelled(self.arguments)}"

    def compute(self) -> Any:
        """The value, and, for the recorder, the code that it is made by."""
        room = room_of(self.function.__module__)
        note(f"code {room}", code_of(room))
        return self.function(*self.arguments)


@dataclass(frozen=True, slots=True)
class Answer[T]:
    """What was asked for: known by its digest, and read where it is needed."""

    digest: str
    value: Callable[[], T]


@dataclass(frozen=True, slots=True)
class MadeEntry:
    """An entry on its way from one process to another."""

    name: str
    digest: str
    inputs: Mapping[str, str]
    place: Place


class Keeper:
    """Keeps values under a folder, or in memory alone, as long as all they rest on is the same."""

    def __init__(self, folder: Path | None) -> None:
        """A keeper without a folder trusts that nothing changes while it is in use."""
        self._shelf = None if folder is None else Shelf(folder)
        self._entries, self._pairs = ({}, Pairs()) if self._shelf is None else self._shelf.read()
        self._values: dict[str, Any] = {}
        self._valid: set[str] = set()
        self._doubted: set[str] = set()
        self._sources: dict[str, Callable[[str], str]] = {"code": code_of}
        self._handles: dict[str, Callable[[str], Any]] = {}
        self._made: list[str] = []

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Let kept functions find this keeper."""
        token = _CURRENT.set(self)
        try:
            yield
        finally:
            _CURRENT.reset(token)

    def knows(self, kind: str, digest_of: Callable[[str], str]) -> None:
        """Learn how to tell what an input ``KIND NAME`` is today: ``digest_of(NAME)``."""
        self._sources[kind] = digest_of

    def opens(self, kind: str, handle_of: Callable[[str], Any]) -> None:
        """Learn what a handle of that kind stands for where a kept value holds one."""
        self._handles[kind] = handle_of

    def handle(self, kind: str, name: str) -> Any:
        """What a handle stands for today. Raises LookupError where there is no such thing."""
        return self._handles[kind](name)

    def holds(self, call: Call) -> bool:
        """Whether the value is kept, and nothing that it rests on has changed."""
        return self._holds(call.name)

    def answer(self, call: Call) -> Answer[Any]:
        """The value of ``call``, from what is kept if it holds. Raises what the function raises."""
        name = call.name
        if self._shelf is None:
            if name not in self._values:
                self._values[name] = call.compute()
            return Answer("", lambda: self._values[name])
        if not self._holds(name):
            self._compute(name, call)
        note(KEPT + name, self._entries[name].digest)
        return Answer(self._entries[name].digest, lambda: self._value(name, call))

    def look_again(self) -> None:
        """Inputs may have changed: trust nothing that was found to hold before."""
        self._valid.clear()
        self._pairs.look_again()

    def made(self) -> list[MadeEntry]:
        """What was computed here since this was last asked, for another process to ``take``."""
        if self._shelf is not None:
            self._shelf.flush()
        names, self._made = self._made, []
        entries = ((name, self._entries[name]) for name in names)
        return [
            MadeEntry(name, entry.digest, self._pairs.inputs(entry.trace), entry.place)
            for name, entry in entries
            if entry.place is not None
        ]

    def take(self, made: list[MadeEntry]) -> None:
        """Know what another process has computed over the same inputs."""
        for each in made:
            self._entries[each.name] = Entry(
                each.digest, self._pairs.trace(each.inputs), each.place
            )
            self._made.append(each.name)

    def save(self, *, forget: bool) -> None:
        """Keep what is new for the next process; ``forget`` what nobody has asked for."""
        if self._shelf is None:
            return
        live = self._entries
        if forget:
            live = {name: entry for name, entry in live.items() if name in self._valid}
        if self._made or len(live) < len(self._entries):
            self._shelf.write(live, self._pairs)
        self._entries, self._made = live, []

    def close(self) -> None:
        """Give back the files that are open."""
        if self._shelf is not None:
            self._shelf.close()

    def _holds(self, name: str) -> bool:
        if name in self._valid:
            return True
        entry = self._entries.get(name)
        if entry is None or name in self._doubted:
            return False
        self._doubted.add(name)  # so that no circle, in a table that is damaged, is followed
        held = self._pairs.hold(entry.trace, self._today)
        self._doubted.discard(name)
        if held:
            self._valid.add(name)
        return held

    def _today(self, name: str) -> str | None:
        """The digest of an input today; None where nobody can say."""
        kind, _, rest = name.partition(" ")
        if f"{kind} " == KEPT:
            return self._digest_of(rest)
        source = self._sources.get(kind)
        return None if source is None else source(rest)

    def _digest_of(self, name: str) -> str | None:
        """The digest of what a call comes to today, which is computed if need be."""
        if not self._holds(name):
            module, function, arguments = name.split(" ", 2)
            try:
                asked = getattr(import_module(module), function)
                with recording():
                    self.answer(asked.call(*respelled(arguments)))
            except Exception:  # it can't be asked any more, or whoever asks will tell of it
                return None
        return self._entries[name].digest if name in self._entries else None

    def _compute(self, name: str, call: Call) -> Any:
        with recording() as inputs:
            value = call.compute()
        assert self._shelf is not None, "only what has a folder keeps traces"
        place = self._shelf.put(pickled(value))
        self._entries[name] = Entry(digest(value), self._pairs.trace(inputs), place)
        self._valid.add(name)
        self._made.append(name)
        if call.held or place is None:
            self._values[name] = value
        return value

    def _value(self, name: str, call: Call) -> Any:
        if name in self._values:
            return self._values[name]
        entry = self._entries[name]
        kept = None if entry.place is None or self._shelf is None else self._shelf.get(entry.place)
        try:
            value = unpickled(kept)
        except Exception:  # not there, damaged, or of classes that have moved: compute it again
            return self._compute(name, call)
        if call.held:
            self._values[name] = value
        return value


def handle(kind: str, name: str) -> Any:
    """What a handle in a kept value stands for: how handles are unpickled."""
    keeper = current()
    if keeper is None:
        raise LookupError(f"nobody knows what {kind} {name} is")
    return keeper.handle(kind, name)
