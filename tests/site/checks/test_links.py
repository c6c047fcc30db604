"""The finished pages: links and anchors lead somewhere, ids are unique, images have words."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from xlagym.inputs.problems import Problem
from xlagym.site.assembly.site_file import relative, site_file
from xlagym.site.checks.links import Scan, broken_links, scan

HOME = '<a href="gym/#drills">gym</a> <a href="a/">a</a>'
GYM = '<h2 id="drills">Drills</h2> <a href="../">home</a> <a href="#drills">here</a>'


def problems(pages: dict[str, str], *files: str) -> list[tuple[str, str]]:
    return [(each.rule, each.message) for each in found(pages, files)]


@dataclass
class Site:
    """The scans of some pages, and other files."""

    pages: dict[str, Scan]
    files: Iterable[str]

    def __contains__(self, file: str) -> bool:
        return file in self.names()

    def anchors(self, file: str) -> Collection[str] | None:
        return self.pages[file].ids if file in self.pages else None

    def names(self) -> Collection[str]:
        return {*self.pages, *self.files}


def found(pages: dict[str, str], files: Iterable[str] = ()) -> list[Problem]:
    site = Site({path: scan(path, text) for path, text in pages.items()}, files)
    return [
        problem
        for path, seen in site.pages.items()
        for problem in (*seen.problems, *broken_links(path, seen, site))
    ]


def test_good_links_pass() -> None:
    pages = {
        "index.html": HOME,
        "gym/index.html": GYM,
        "a/index.html": '<a href="../x.json?v">x</a>',
    }
    assert problems(pages, "x.json") == []


def test_links_off_the_site_are_left_alone() -> None:
    page = '<a href="https://openxla.org/x">x</a> <a href="mailto:a@b">m</a>'
    assert problems({"index.html": page}) == []


def test_nothing_is_loaded_from_elsewhere() -> None:
    page = (
        '<img src="//x/y.png" alt="x">\n<script src="https://x/y.js"></script>\n'
        '<img src="data:image/png;base64,AA" alt="x">'
    )
    assert [(each.rule, each.line, each.message) for each in found({"index.html": page})] == [
        ("link", 1, "it would load '//x/y.png' from elsewhere"),
        ("link", 2, "it would load 'https://x/y.js' from elsewhere"),
    ]


def test_a_dead_link_names_the_nearest_page() -> None:
    (problem,) = found({"index.html": '<a href="gim/">g</a>', "gym/index.html": ""})
    assert problem.rule == "link"
    assert "gim/index.html, which is not built" in problem.message
    assert problem.advice == "nearest is gym/index.html"


def test_a_dead_anchor_names_the_nearest_id() -> None:
    pages = {"index.html": '<a href="gym/#drils">g</a>', "gym/index.html": GYM}
    (problem,) = found(pages)
    assert (problem.rule, problem.advice) == ("anchor", "nearest anchor is #drills")


def test_an_id_twice_and_an_image_without_words() -> None:
    page = '<p id="a">\n<p id="a">\n<img src="x.png" alt=" ">'
    faults = problems({"index.html": page}, "x.png")
    assert [rule for rule, _ in faults] == ["id", "alt"]


def test_text_that_looks_like_an_attribute_is_no_link() -> None:
    page = '<code>&lt;a href="nowhere/" id="x"&gt; id="x" id="x"</code>'
    assert problems({"index.html": page}) == []


def test_addresses_are_relative_to_the_page() -> None:
    assert relative("/gym/", "/") == "gym/"
    assert relative("/", "/") == "./"
    assert relative("/", "/l/xla/") == "../../"
    assert relative("/ledger/#r-x", "/l/xla/05-fusion/") == "../../../ledger/#r-x"
    assert relative("/ledger/#r-x", "/ledger/") == "#r-x"
    assert relative("/gym/", "/404.html") == "gym/"
    assert relative("https://example.org/", "/gym/") == "https://example.org/"
    assert site_file("/gym/") == "gym/index.html"
    assert site_file("/404.html") == "404.html"
