from __future__ import annotations

import re

import pytest
from hypothesis import given, settings

from tests.evidence.strategies import arrays as any_array
from tests.evidence.strategies import shapes as any_shape
from tests.places import ROOT
from xlagym.evidence.hlo.shapes import (
    JOINED,
    UNBOUNDED,
    Array,
    Layout,
    Opaque,
    ShapeError,
    TupleShape,
    arrays,
    parse_shape,
)

CAPTURES = ROOT / "captures"


def test_an_array_with_a_tiled_layout() -> None:
    shape = parse_shape("bf16[1024,128]{1,0:T(8,128)(2,1)S(1)}")
    assert shape == Array("bf16", (1024, 128), Layout((1, 0), ((8, 128), (2, 1)), 1))
    assert isinstance(shape, Array)
    assert shape.rank == 2
    assert shape.elements == 131_072
    assert shape.bytes == 262_144
    assert shape.memory_space == 1
    assert shape.plain == "bf16[1024,128]"


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("f32[]", Array("f32", ())),
        ("f32[]{}", Array("f32", (), Layout())),
        ("u32[]{:S(2)}", Array("u32", (), Layout(memory_space=2))),
        ("bf16[]{:T(256)}", Array("bf16", (), Layout(tiles=((256,),)))),
        ("f32[2,3]{0,1}", Array("f32", (2, 3), Layout((0, 1)))),
        ("s4[2,3]{1,0:E(4)}", Array("s4", (2, 3), Layout((1, 0), extras=("E(4)",)))),
        (
            "s32[8]{0:T(128)L(8)#(u32)*(s64)E(4)S(3)SC(0:1,2)M(16)}",
            Array(
                "s32",
                (8,),
                Layout(
                    (0,),
                    ((128,),),
                    3,
                    ("L(8)", "#(u32)", "*(s64)", "E(4)", "SC(0:1,2)", "M(16)"),
                ),
            ),
        ),
        (
            "f32[2,2]{1,0:D(D+~,C)T(2,2)}",
            Array("f32", (2, 2), Layout((1, 0), ((2, 2),), 0, ("D(D+~,C)",))),
        ),
        (
            "f32[2]{0:P(f32[2]{0:T(128)})}",
            Array("f32", (2,), Layout((0,), extras=("P(f32[2]{0:T(128)})",))),
        ),
        (
            "f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}",
            Array(
                "f32",
                (2, 7, 8, 11, 10),
                Layout((4, 3, 2, 1, 0), ((JOINED, JOINED, 2, JOINED, 3),)),
            ),
        ),
        ("f32[<=8,4]", Array("f32", (8, 4), dynamic=(0,))),
        ("f32[?,4]", Array("f32", (UNBOUNDED, 4), dynamic=(0,))),
        ("token[]", Opaque("token[]")),
        ("opaque[]", Opaque("opaque[]")),
        ("b(f32[2]{0})", Opaque("b(f32[2]{0})")),
        ("()", TupleShape(())),
        (
            "((f32[], token[]), (), s32[2]{0})",
            TupleShape(
                (
                    TupleShape((Array("f32", ()), Opaque("token[]"))),
                    TupleShape(()),
                    Array("s32", (2,), Layout((0,))),
                )
            ),
        ),
        (
            "(f32[], f32[], f32[], f32[], f32[], /*index=5*/f32[])",
            TupleShape((Array("f32", ()),) * 6),
        ),
    ],
)
def test_texts_and_shapes(text: str, shape: Array) -> None:
    assert parse_shape(text) == shape
    assert str(shape) == text


def test_spaces_and_missing_numbers_do_not_matter() -> None:
    plain = parse_shape("(f32[2]{0}, f32[2]{0}, f32[2]{0}, f32[2]{0}, f32[2]{0}, f32[2]{0})")
    assert parse_shape(" ( " + "f32[ 2 ]{0} , " * 5 + "/*index=5*/ f32[2]{0} )\n") == plain
    assert [str(each) for each in arrays(plain)] == ["f32[2]{0}"] * 6


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "a shape was expected at ''"),
        ("f32", "a shape was expected at 'f32'"),
        ("banana[2]", "no element type is called 'banana'"),
        ("f32[2", "a shape was expected"),
        ("f32[two]", "'two' is not a dimension's size"),
        ("f32[-2]", "'-2' is not a dimension's size"),
        ("f32[2,]", "'' is not a dimension's size"),
        (f"f32[{'9' * 20}]", "is not a dimension's size"),
        ("f32[2]{0", "after the shape 'f32[2]' stands '{0'"),
        ("f32[2]{0}x", "after the shape 'f32[2]{0}' stands 'x'"),
        ("f32[2]{1,0}", "doesn't order each dimension once"),
        ("f32[2,2]{0,0}", "doesn't order each dimension once"),
        ("f32[2]{0:T(x)}", "'x' is not a tile's size"),
        ("f32[2]{0:T(0)}", "'0' is not a tile's size"),
        ("f32[2]{0:T(2,*)}", "the last dimension of tile (2,*) has none to be joined to"),
        ("f32[2]{0:T(8}", "this is no part of a layout: 'T(8}'"),
        ("s4[2]{0:E(four)}", "'E(four)' is not a width"),
        ("(f32[2]", "a tuple's shape isn't closed"),
        ("(f32[2] f32[2])", "a tuple's shape isn't closed"),
        ("b(f32[2]", "a buffer's shape isn't closed"),
        ("(" * 100_000, "nested more than 64 deep"),
        ("b(" * 100_000, "nested more than 64 deep"),
    ],
)
def test_what_is_no_shape(text: str, why: str) -> None:
    with pytest.raises(ShapeError, match=re.escape(why)):
        parse_shape(text)


@pytest.mark.parametrize(
    ("text", "logical", "padded"),
    [
        ("f32[3,5]{1,0}", 60, 60),
        ("f32[3,5]{1,0:T(2,2)}", 60, 96),  # Figure 1 of the tiled layout document
        ("f32[3,5]{0,1:T(2,2)}", 60, 96),
        ("f32[3,5]{0,1:T(8,128)}", 60, 4096),
        ("bf16[1000,100]{1,0:T(8,128)(2,1)}", 200_000, 256_000),
        ("bf16[1,1]{1,0:T(2,128)(2,1)}", 2, 512),
        ("bf16[8192]{0:T(1024)(128)(2,1)}", 16_384, 16_384),
        ("bf16[]{:T(256)}", 2, 512),
        ("f32[5]{0:T(8,128)}", 20, 4096),
        ("f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}", 49_280, 49_728),  # as if f32[112,110]
        ("bf16[32,256]{1,0:T(8,128)(2,1,1,1)}", 16_384, 16_384),
        ("bf16[24,256]{1,0:T(8,128)(2,1,1,1)}", 12_288, 16_384),  # 3 rows of tiles, by twos
        ("s4[3]{0}", 2, 3),
        ("s4[3]{0:E(4)}", 2, 2),
        ("u4[8,128]{1,0:T(8,128)(8,1)E(4)}", 512, 512),
        ("pred[3]", 3, 3),
        ("f8e4m3b11fnuz[3]", 3, 3),
        ("c128[2]", 32, 32),
        ("f32[0,5]{1,0:T(8,128)}", 0, 0),
        ("f32[<=8,4]", 128, 128),
    ],
)
def test_sizes(text: str, logical: int, padded: int) -> None:
    shape = parse_shape(text)
    assert isinstance(shape, Array)
    assert (shape.bytes, shape.padded_bytes) == (logical, padded)


def test_an_unbounded_dimension_has_no_size() -> None:
    shape = parse_shape("f32[?,4]")
    assert isinstance(shape, Array)
    with pytest.raises(ShapeError, match=r"f32\[\?,4\] has an unbounded dimension"):
        _ = shape.bytes


def test_the_same_tensor_in_another_layout() -> None:
    scores = parse_shape("bf16[8,4]{1,0:T(8,128)(2,1)S(1)}")
    assert isinstance(scores, Array)
    assert scores.same_tensor(parse_shape("bf16[8,4]"))
    assert not scores.same_tensor(parse_shape("bf16[4,8]"))
    assert not scores.same_tensor(parse_shape("f32[8,4]"))
    assert not scores.same_tensor(parse_shape("(bf16[8,4])"))


@given(any_shape())
def test_a_printed_shape_reads_as_itself(shape: Array) -> None:
    assert parse_shape(str(shape)) == shape


@given(any_array())
@settings(max_examples=300)
def test_padding_never_makes_smaller(array: Array) -> None:
    assert array.padded_bytes >= array.bytes


def test_the_compiler_gives_buffers_the_padded_size() -> None:
    """The buffer assignments of the captures hold what XLA itself allots to each array.

    A scalar that is printed without a layout takes a whole tile of 8 by 128 elements on a TPU:
    what an all-reduce applies, a loop's counter and condition. Its text doesn't say so.
    """
    value = re.compile(r"^ *value: <.*?> \(size=(\d+),offset=\d+\): (.+)$", re.MULTILINE)
    as_read = 0
    whole_tiles = set()
    for path in sorted(CAPTURES.glob("*/buffer-assignment.txt")):
        for size, text in value.findall(path.read_text()):
            shape = parse_shape(text)
            if not isinstance(shape, Array):
                continue
            if "@tpu-" in path.parent.name and shape.rank == 0 and shape.layout is None:
                expected = 8 * 128 * shape.bytes
                whole_tiles.add(text)
            else:
                expected = shape.padded_bytes
                as_read += 1
            assert (path.parent.name, text, int(size)) == (path.parent.name, text, expected)
    assert as_read > 100
    assert whole_tiles >= {"s32[]", "pred[]", "bf16[]"}
