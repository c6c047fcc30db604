"""Listings: verbatim text, escaped; folds and gaps that lose nothing; long ones in chunks."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.places import ROOT
from xlagym.captures.forms import form_of
from xlagym.site.show.highlight import HIGHLIGHTERS
from xlagym.site.show.listing import CHUNK, ListingLine, Run, plain_lines, render_listing

CAPTURES = ROOT / "captures"
SEED = CAPTURES / "attention-s1024@tpu-v6e"
FILES = ("optimized.hlo", "stablehlo.mlir", "program.py", "cost.json", "live-range.txt")


class Reader(HTMLParser):
    """What a browser would make of a listing: the text of each line, and all tags."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.ids: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        given = dict(attrs)
        if tag == "li":
            self.lines.append("")
            self.ids.append(given.get("id") or "")
        if "data-code" in given:
            self.lines[-1] += chr(int((given["data-code"] or "")[2:], 16))

    def handle_data(self, data: str) -> None:
        if self.lines:
            self.lines[-1] += data


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(str(html))  # a Markup would escape what the parser has unescaped
    return reader


@pytest.mark.parametrize("name", FILES)
def test_a_listing_holds_the_file_verbatim(name: str) -> None:
    text = (SEED / name).read_text()
    found = read(
        render_listing(plain_lines(text), form_of(name).language, name, "x", permalinks=True)
    )
    assert "\n".join(found.lines) == "\n".join(text.splitlines())
    assert found.ids == [f"x-{number}" for number in range(1, len(found.ids) + 1)]


HOSTILE = {
    "escaped quotes": '"\\' + '"\\' * 100_000,
    "an attribute of escaped quotes": "%a = f32[] add(a), m=" + '"\\' * 100_000,
    "places": ' loc("' * 40_000,
    "closed places": ' loc("" ' * 40_000,
    "brackets": "%a = " + "({[" * 60_000,
    "spaces": " " * 200_000,
    "marks": "\u202e" * 20_000,
}


@pytest.mark.parametrize("kind", sorted(HIGHLIGHTERS))
@pytest.mark.parametrize("what", HOSTILE)
def test_a_long_line_takes_no_longer_than_its_length(kind: str, what: str) -> None:
    """Were it by the square of the length, this would take minutes."""
    line = HOSTILE[what]
    (tokens,) = HIGHLIGHTERS[kind]([line])
    assert "".join(token.text for token in tokens) == line


@pytest.mark.parametrize(
    ("line", "location"),
    [
        ("a.b loc(#loc7)", " loc(#loc7)"),
        ('a.b loc("f.py":1:2 to :9)', ' loc("f.py":1:2 to :9)'),
        ('a.b loc("f"("g.py":1:2))', ' loc("f"("g.py":1:2))'),
        ("a.b loc(#loc7) {", ""),
        ('a.b loc("f)', ""),
        ("a.b", ""),
    ],
)
def test_the_place_of_an_op_is_quiet(line: str, location: str) -> None:
    (tokens,) = HIGHLIGHTERS["mlir"]([line])
    assert "".join(token.text for token in tokens if token.kind == "meta") == location


def test_a_separator_inside_a_line_ends_no_line() -> None:
    text = "one\x0btwo\u2028three\x85four\r\nfive\n"
    assert [line.text for line in plain_lines(text)] == ["one\x0btwo\u2028three\x85four", "five"]


def test_the_prefix_of_ids_is_escaped() -> None:
    html = render_listing([ListingLine(1, "x")], "text", "label", 'k"><script>alert(1)</script>')
    found = read(html)
    assert found.tags == ["div", "ol", "li", "span"]
    assert found.ids == ['k"><script>alert(1)</script>-1']


def test_languages_are_told_by_the_name() -> None:
    languages = [form_of(name).language for name in FILES]
    assert languages == ["hlo", "mlir", "python", "json", "text"]
    assert form_of("no-suffix").language == "text"


def test_an_op_named_like_a_tag_is_text() -> None:
    line = '  %<script>alert(1)</script> = f32[2]{0} add(%a, %b), metadata={op_name="<img src=x>"}'
    html = render_listing([ListingLine(1, line)], "hlo", 'a "label" <b>', "hlo")
    assert "<script" not in html
    assert "<img" not in html
    assert read(html).lines == [line]
    assert 'aria-label="a &quot;label&quot; &lt;b&gt;"' in html


def test_characters_that_reorder_text_are_shown_by_number() -> None:
    html = render_listing([ListingLine(1, "a\u202eb\u200bc\x00")], "text", "t", "t")
    assert "\u202e" not in html
    assert "\u200b" not in html
    assert html.count('class="unseen"') == 3
    assert 'data-code="U+202E"' in html
    assert 'title="right-to-left override"' in html


def test_a_long_backend_config_is_folded_and_still_part_of_the_line() -> None:
    config = '{"a":"' + "x" * 300 + '","b":[1,2]}'
    line = f"  %c = f32[2]{{0}} copy(%a), backend_config={config}"
    html = render_listing([ListingLine(7, line)], "hlo", "t", "hlo")
    label = f"backend_config, {len(config) + 15} characters"
    assert f'<details class="fold"><summary aria-label="{label}"' in html
    assert read(html).lines == [line]


def test_memory_spaces_and_opcodes_are_marked() -> None:
    line = "  ROOT %d = bf16[8,128]{1,0:T(8,128)(2,1)S(1)} copy-done(%copy-start)"
    html = render_listing([ListingLine(1, line, ("carries",))], "hlo", "t", "hlo")
    assert '<mark class="space">S(1)</mark>' in html
    assert "<b>copy-done</b>" in html
    assert '<li id="hlo-1" class="carries">  <span>ROOT %d' in html


def test_attributes_of_a_module_are_no_ops() -> None:
    html = render_listing(
        [ListingLine(1, "module @f attributes {mhlo.num_partitions = 1 : i32} {")], "mlir", "t", "m"
    )
    assert "<b>" not in html


def test_a_docstring_over_lines_is_one_comment() -> None:
    found = list(HIGHLIGHTERS["python"](['"""One', 'two."""', "def f(): pass"]))
    assert [[token.kind for token in line][:1] for line in found] == [
        ["comment"],
        ["comment"],
        ["word"],
    ]


def test_a_gap_starts_a_new_list_at_its_number() -> None:
    html = render_listing(
        [ListingLine(3, "a"), ListingLine(4, "b"), ListingLine(9, "c")], "text", "t", "t"
    )
    assert 'start="3"' in html
    assert 'start="9"' in html
    assert html.count("<ol") == 2


def test_a_run_is_folded_and_keeps_its_lines() -> None:
    lines = [ListingLine(number, f"line {number}") for number in range(1, 7)]
    html = render_listing(lines, "text", "t", "t", runs=[Run(2, 4, "lines 2 to 4: tables")])
    assert html.count('<details class="run">') == 1
    assert 'data-label="lines 2 to 4: tables"' in html
    assert read(html).lines == [f"line {number}" for number in range(1, 7)]


def test_a_long_listing_comes_in_chunks_of_one_size() -> None:
    lines = [ListingLine(number, "x") for number in range(1, 2 * CHUNK + 51)]
    html = render_listing(lines, "text", "t", "t")
    assert html.count('<ol class="lines chunk"') == 2
    assert f'<ol class="lines" start="{2 * CHUNK + 1}">' in html
    assert len(read(html).lines) == 2 * CHUNK + 50


def test_data_and_openers_are_attributes_and_add_no_text() -> None:
    data = {"links": "b-2", "note": 'says "so"', "empty": ""}
    line = ListingLine(1, "a", data=data, opens=("#k", "open"))
    html = render_listing([line], "text", "t", "a")
    assert 'data-links="b-2"' in html
    assert 'data-note="says &quot;so&quot;"' in html
    assert "data-empty" not in html
    assert '<a class="opens" href="#k" aria-label="open" data-label="open"></a>' in html
    assert read(html).lines == ["a"]


def test_no_lines_make_an_empty_listing() -> None:
    assert "<ol" not in render_listing([], "text", "nothing", "t")


WORDS = ["ROOT ", "S(1)", " = ", "metadata={", "a", "f32", "loc("]
PIECES = st.lists(st.sampled_from([*'%=,(){}[]" \\<>&\u202e', *WORDS]), max_size=30).map("".join)


@given(st.lists(PIECES, min_size=1, max_size=4), st.sampled_from(sorted(HIGHLIGHTERS)))
def test_highlighting_never_changes_a_line(lines: list[str], kind: str) -> None:
    found = list(HIGHLIGHTERS[kind](lines))
    assert ["".join(token.text for token in line) for line in found] == lines
    html = render_listing([ListingLine(n, line) for n, line in enumerate(lines, 1)], kind, "t", "t")
    assert read(html).lines == lines
