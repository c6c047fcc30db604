"""What a computation reads, noted while it runs by whoever gives it away."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, overload

type InputDigests = dict[str, str]
"""What was read, by name, with a digest of what it was: ``evidence mlp@cpu/cost.json`` → hash."""

_RUNNING: ContextVar[InputDigests | None] = ContextVar("running", default=None)


def note(name: str, digest: str) -> None:
    """Note for the computation that runs, if one does, that it has read ``name``."""
    running = _RUNNING.get()
    if running is not None:
        running[name] = digest


def note_all(inputs: Mapping[str, str]) -> None:
    """Note several readings at once."""
    running = _RUNNING.get()
    if running is not None:
        running.update(inputs)


@contextmanager
def recording() -> Iterator[InputDigests]:
    """Collect what is read until this is over.

    If it ends in an error, that is what the computation outside has read: it may catch the error.
    """
    inputs: InputDigests = {}
    token = _RUNNING.set(inputs)
    try:
        yield inputs
    except BaseException:
        _RUNNING.reset(token)
        note_all(inputs)
        raise
    else:
        _RUNNING.reset(token)


class noted[T]:  # noqa: N801 - it reads like property
    """A property that is computed once; who asks for it has read all that it was computed from.

    As ``functools.cached_property``, but for the second one to ask: the readings are noted again.
    It may read nothing that can change while its owner lives.
    """

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, owner: None, kind: type) -> noted[T]: ...
    @overload
    def __get__(self, owner: object, kind: type) -> T: ...
    def __get__(self, owner: object | None, kind: type) -> noted[T] | T:
        if owner is None:
            return self
        known = owner.__dict__.get(self._name)
        if known is None:
            with recording() as inputs:
                value = self._compute(owner)
            known = owner.__dict__[self._name] = (value, inputs)
        note_all(known[1])
        found: T = known[0]
        return found

    def __set__(self, owner: object, value: T) -> None:
        """Make it ``value``, which was read from nothing."""
        owner.__dict__[self._name] = (value, {})
