"""Anybody's function, traced and lowered: the file is run. Only child processes come here."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from xlagym.capturing.compile.lowering import Lowering, argument, devices_of, hide_this_machine
from xlagym.capturing.python_file import PythonFile
from xlagym.capturing.user_program.function import UserFunction
from xlagym.evidence.hlo.shapes import ShapeError
from xlagym.inputs.problems import Problem, ProblemError

_PLAIN = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def lower_function(what: UserFunction) -> Lowering:
    """Trace and lower it; raise ProblemError where it can't be."""
    import jax

    os.chdir(what.folder)
    file = PythonFile(Path(what.file), what.called)
    hide_this_machine(file.path.parent)
    # It may import what lies beside it.
    sys.path.insert(0, str(file.path.parent))
    module = file.run()
    function = _function(what.function, file, module)
    devices = devices_of(what.on)
    arguments = _arguments(what, file, module, devices)
    shardings = getattr(module, "shardings", None)
    if callable(shardings):
        placed = file.guarded("shardings(devices) failed", lambda: shardings(devices))
        function = jax.jit(function, in_shardings=placed)
    elif not hasattr(function, "lower"):
        function = jax.jit(function)
    lowered = file.guarded(
        f"{what.function} can't be traced",
        lambda: _lowered(function, arguments, devices[0], placed=callable(shardings)),
    )
    return Lowering(
        file.path.read_text(encoding="utf-8", errors="replace"),
        lowered,
        devices[0],
        partial(jax.default_device, devices[0]),
        what.function,
    )


def _lowered(function: Any, arguments: tuple[Any, ...], device: Any, *, placed: bool) -> Any:
    import jax

    leaves = jax.tree.leaves(arguments)
    if placed or any(getattr(leaf, "sharding", None) is not None for leaf in leaves):
        return function.lower(*arguments)
    # Plain shapes under a default device lower without a word about shardings.
    with jax.default_device(device):
        return function.lower(*arguments)


def _function(name: str, file: PythonFile, module: Any) -> Any:
    """The function called ``name``. Raises ProblemError naming those that the file has."""
    found = getattr(module, name, None)
    if callable(found):
        return found
    own = [
        each
        for each, value in vars(module).items()
        if callable(value) and getattr(value, "__module__", "") == module.__name__
    ]
    what = "is no function" if hasattr(module, name) else "is not in it"
    return file.fail(f"{name} {what}", f"it has {', '.join(own) or 'no function of its own'}")


def _arguments(
    what: UserFunction, file: PythonFile, module: Any, devices: Sequence[Any]
) -> tuple[Any, ...]:
    """What to lower with: shapes, and whatever is no array as it is."""
    if what.arguments is not None:
        return tuple(_argument(text) for text in what.arguments)
    example = getattr(module, "example_args", None)
    if not callable(example):
        file.fail(
            "it has no function example_args, and no --args were given",
            "add one that returns the arguments as a tuple, or give --args 'bf16[8,1024] f32[]'",
        )
    wanted = inspect.signature(example).parameters.values()
    wants_devices = any(each.default is each.empty and each.kind in _PLAIN for each in wanted)
    given = file.guarded(
        "example_args failed", lambda: example(devices) if wants_devices else example()
    )
    # A named tuple is one argument: a train state, say.
    given = tuple(given) if type(given) in (tuple, list) else (given,)
    return tuple(_shapes_of(given))


def _shapes_of(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments with a shape in place of each array: nothing is put on a device."""
    import jax
    import numpy as np

    def shape(leaf: Any) -> Any:
        if isinstance(leaf, jax.Array | np.ndarray):
            return jax.ShapeDtypeStruct(leaf.shape, leaf.dtype)  # type: ignore[no-untyped-call]
        return leaf

    result: tuple[Any, ...] = jax.tree.map(shape, arguments)
    return result


def _argument(text: str) -> Any:
    try:
        return argument(text)
    except ShapeError as error:
        raise ProblemError(
            Problem(
                "--args",
                f"{text!r} is no shape of an argument: {error}",
                "write shapes as HLO does, with blanks between: 'bf16[8,1024,512] s32[8]'; what is "
                "no array, such as a dict of weights, comes from example_args in the file",
                rule="arguments",
            )
        ) from error
