"""The jaxpr as a text: places that people can follow, and nothing of the machine."""

from __future__ import annotations

from pathlib import Path

import jax
import jax.numpy as jnp

from xlagym.capturing.compile.texts import cost_analysis, has_spans, jaxpr_text, stablehlo_text


def double(x: jax.Array) -> jax.Array:
    y = x + x
    return jnp.sin(y)


SETTING = "jax_hlo_source_file_canonicalization_regex"
SHAPE = jax.ShapeDtypeStruct((4,), jnp.float32)  # type: ignore[no-untyped-call]


def test_the_jaxpr_names_its_places() -> None:
    line = double.__code__.co_firstlineno + 1
    text = jaxpr_text(jax.jit(double).trace(SHAPE))
    assert text == (
        "{ lambda ; a:f32[4]. let\n"
        f"    b:f32[4] = add a a  # {Path(__file__)}:{line}:8 (double)\n"
        f"    c:f32[4] = sin b  # {Path(__file__)}:{line + 1}:11 (double)\n"
        "  in (c,) }\n"
    )


def test_files_are_named_as_in_locations() -> None:
    jax.config.update(SETTING, "^.*/tests/")  # type: ignore[no-untyped-call]
    try:
        text = jaxpr_text(jax.jit(double).trace(SHAPE))
    finally:
        jax.config.update(SETTING, None)  # type: ignore[no-untyped-call]
    assert "  # capturing/compile/test_texts.py:" in text


def test_stablehlo_is_what_jax_prints() -> None:
    lowered = jax.jit(double).lower(SHAPE)
    assert stablehlo_text(lowered) == lowered.as_text()
    assert stablehlo_text(lowered, debug=True) == lowered.as_text(debug_info=True)
    assert has_spans(lowered.as_text(debug_info=True))
    assert not has_spans('#loc4 = loc("labs/programs/attention.py":9:12)\n')


def test_costs_by_key_from_either_form() -> None:
    class Old:
        def cost_analysis(self) -> list[dict[str, float]]:
            return [{"flops": 4.0}]

    assert cost_analysis(Old()) == {"flops": 4.0}
    assert cost_analysis(jax.jit(double).lower(SHAPE).compile())["flops"] >= 4.0
