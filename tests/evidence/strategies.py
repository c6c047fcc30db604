"""Hypothesis strategies for what evidence holds."""

from __future__ import annotations

from hypothesis import strategies as st

from xlagym.evidence.hlo.shapes import JOINED, UNBOUNDED, Array, Layout, Opaque, Shape, TupleShape

DTYPES = (
    *("pred", "s2", "s4", "s8", "s16", "s32", "s64", "u2", "u4", "u8", "u16", "u32", "u64"),
    *("f4e2m1fn", "f8e3m4", "f8e4m3", "f8e4m3b11fnuz", "f8e4m3fn", "f8e4m3fnuz", "f8e5m2"),
    *("f8e5m2fnuz", "f8e8m0fnu", "bf16", "f16", "f32", "f64", "c64", "c128"),
)


@st.composite
def tiles(draw: st.DrawFn) -> tuple[int, ...]:
    """A tile; all but its last dimension may be joined to the next."""
    sizes = draw(st.lists(st.sampled_from((JOINED, 1, 2, 3, 8, 128)), max_size=3))
    return (*sizes, draw(st.sampled_from((1, 2, 8, 128, 1024))))


@st.composite
def layouts(draw: st.DrawFn, rank: int, narrow: bool) -> Layout:
    extras = draw(st.lists(st.sampled_from(("L(128)", "#(u32)", "*(s64)")), unique=True))
    if narrow and draw(st.booleans()):
        extras = [*extras, "E(4)"]
    return Layout(
        minor_to_major=tuple(draw(st.permutations(range(rank)))),
        tiles=tuple(draw(st.lists(tiles(), max_size=3))),
        memory_space=draw(st.sampled_from((0, 0, 1, 2, 3, 5))),
        extras=tuple(sorted(extras, key=lambda extra: "L#*E".index(extra[0]))),
    )


@st.composite
def arrays(draw: st.DrawFn, bounded: bool = True) -> Array:
    """An array of any type, rank 0 to 5, with or without a layout."""
    smallest = 0 if bounded else UNBOUNDED
    dims = tuple(draw(st.lists(st.integers(smallest, 3000), max_size=5)))
    dtype = draw(st.sampled_from(DTYPES))
    layout = draw(st.none() | layouts(len(dims), dtype in ("s4", "u4")))
    dynamic = draw(st.sets(st.sampled_from(range(len(dims))))) if dims else set()
    unbounded = {i for i, size in enumerate(dims) if size == UNBOUNDED}
    return Array(dtype, dims, layout, tuple(sorted(dynamic | unbounded)))


def shapes() -> st.SearchStrategy[Shape]:
    """Any shape, tuples nested and wide enough to be numbered."""
    leaves: st.SearchStrategy[Shape] = arrays(bounded=False) | st.sampled_from(
        (Opaque("token[]"), Opaque("opaque[]"), Opaque("b(f32[2]{0})"))
    )
    return st.recursive(
        leaves,
        lambda inner: st.builds(TupleShape, st.lists(inner, max_size=12).map(tuple)),
        max_leaves=16,
    )
