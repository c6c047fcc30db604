"""``@kept``: a function whose values are kept until something that it has read is another."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, overload

from xlagym.keeping.keeper import Answer, Call, current


class Kept[**P, T]:
    """A function of the module's level, computed where its keeper has no value that holds.

    It must do nothing but return a value, which must be one that can be pickled, and which nobody
    may change. All that it makes the value of comes as arguments, by position: plain values, or
    handles that note what is read of them (a capture, a store, an edition).
    """

    def __init__(self, function: Callable[P, T], *, held: bool) -> None:
        if function.__qualname__ != function.__name__:
            raise TypeError(f"{function.__qualname__} is no function of its module's level")
        self._function = function
        self._held = held
        update_wrapper(self, function)

    def __call__(self, *arguments: P.args, **named: P.kwargs) -> T:
        """The value."""
        keeper = current()
        if keeper is None:
            return self._function(*arguments, **named)
        value: T = keeper.answer(self._call(arguments, named)).value()
        return value

    def __reduce__(self) -> str:
        return self._function.__qualname__

    def answer(self, *arguments: P.args, **named: P.kwargs) -> Answer[T]:
        """The digest of the value, and the value for who needs it; a keeper must be in use."""
        keeper = current()
        assert keeper is not None, "there is no keeper to answer"
        answer: Answer[T] = keeper.answer(self._call(arguments, named))
        return answer

    def holds(self, *arguments: P.args, **named: P.kwargs) -> bool:
        """Whether the value is kept, and need not be computed."""
        keeper = current()
        return keeper is not None and keeper.holds(self._call(arguments, named))

    def call(self, *arguments: Any) -> Call:
        """The asking itself."""
        return Call(self._function, arguments, self._held)

    def _call(self, arguments: tuple[Any, ...], named: dict[str, Any]) -> Call:
        if named:
            raise TypeError(f"{self._function.__qualname__} takes its arguments by position")
        return self.call(*arguments)


@overload
def kept[**P, T](function: Callable[P, T]) -> Kept[P, T]: ...
@overload
def kept[**P, T](*, held: bool) -> Callable[[Callable[P, T]], Kept[P, T]]: ...
def kept(function: Any = None, *, held: bool = True) -> Any:
    """Keep the values of a function; without ``held`` none stays in memory for the next to ask."""
    if function is None:
        return lambda function: Kept(function, held=held)
    return Kept(function, held=held)
