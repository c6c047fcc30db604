"""Anybody's file, run: its function, and what to call it with. Only a child process comes here."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from xlagym.capturing.user_program.ask import Ask
from xlagym.evidence.hlo.shapes import UNBOUNDED, Array, ShapeError, parse_shape
from xlagym.inputs.problems import Problem, ProblemError

_SIMPLE = {"pred": "bool", "bf16": "bfloat16"}
_WORDS = {"s": "int", "u": "uint", "f": "float", "c": "complex"}
_PLAIN = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_LONGEST = 600
"""Characters of an error's message that are shown."""


def load(ask: Ask) -> Any:
    """Run the file, as a module that can import what lies beside it."""
    path = Path(ask.file)
    sys.path.insert(0, str(path.parent))
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None, "a .py file always has a loader"
    module = module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def function_of(ask: Ask, module: Any) -> Any:
    """The function that is asked for. Raises ProblemError naming those that the file has."""
    found = getattr(module, ask.function, None)
    if callable(found):
        return found
    own = [
        name
        for name, value in vars(module).items()
        if callable(value) and getattr(value, "__module__", "") == module.__name__
    ]
    what = "is no function" if hasattr(module, ask.function) else "is not in it"
    return ask.fail(
        f"{ask.function} {what}", f"it has {', '.join(own) or 'no function of its own'}"
    )


def arguments_of(ask: Ask, module: Any, devices: Sequence[Any]) -> tuple[Any, ...]:
    """What to lower with: shapes, and whatever is no array as it is."""
    if ask.arguments is not None:
        return tuple(_shape(text) for text in ask.arguments)
    example = getattr(module, "example_args", None)
    if not callable(example):
        ask.fail(
            "it has no function example_args, and no --args were given",
            "add one that returns the arguments as a tuple, or give --args 'bf16[8,1024] f32[]'",
        )
    wanted = inspect.signature(example).parameters.values()
    wants_devices = any(each.default is each.empty and each.kind in _PLAIN for each in wanted)
    given = guarded(
        ask,
        "example_args failed",
        lambda: example(devices) if wants_devices else example(),
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


def _shape(text: str) -> Any:
    """The shape written as ``bf16[1024,128]``."""
    import jax
    import jax.numpy as jnp

    try:
        shape = parse_shape(text)
        if isinstance(shape, Array) and UNBOUNDED not in shape.dims:
            dtype = jnp.dtype(_dtype_name(shape.dtype))
            return jax.ShapeDtypeStruct(shape.dims, dtype)  # type: ignore[no-untyped-call]
        words = "it is no array"
    except (ShapeError, TypeError) as error:
        words = str(error)
    raise ProblemError(
        Problem(
            "--args",
            f"{text!r} is no shape of an argument: {words}",
            "write shapes as HLO does, with blanks between: 'bf16[8,1024,512] s32[8]'; what is no "
            "array, such as a dict of weights, comes from example_args in the file",
            rule="arguments",
        )
    )


def _dtype_name(name: str) -> str:
    """What numpy calls an element type of HLO: ``bf16`` → ``bfloat16``, ``s8`` → ``int8``."""
    if name in _SIMPLE:
        return _SIMPLE[name]
    if name.startswith("f8e"):
        return f"float8_{name[2:]}"
    return _WORDS.get(name[0], name[0]) + name[1:]


def guarded(ask: Ask, what: str, run: Callable[[], Any]) -> Any:
    """Run some of the person's code; its errors become a problem at the line where they arose."""
    try:
        return run()
    except ProblemError:
        raise
    except (Exception, SystemExit) as error:
        line = error.lineno if isinstance(error, SyntaxError) else _line_in(error, ask.file)
        ask.fail(f"{what}: {type(error).__name__}: {words_of(error)}", "mend it there", line)


def _line_in(error: BaseException, file: str) -> int | None:
    """The innermost line of the file that led to an error, or to what caused it."""
    found: BaseException | None = error
    while found is not None:
        line, trace = None, found.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == file:
                line = trace.tb_lineno
            trace = trace.tb_next
        if line is not None:
            return line
        found = found.__cause__ or found.__context__
    return None


def words_of(error: BaseException) -> str:
    """An error's message in one line, cut where it is long."""
    text = " ".join(str(error).split()) or "no message"
    return text if len(text) <= _LONGEST else text[:_LONGEST] + " …"
