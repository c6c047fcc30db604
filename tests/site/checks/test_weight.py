"""Budgets count what a reader fetches: the page, and all modules that its scripts import."""

import random
from pathlib import Path

from xlagym.inputs.problems import Problem
from xlagym.site.assembly.assets import Assets, load_assets
from xlagym.site.checks.budgets import Budgets, gzipped, weigh
from xlagym.site.checks.links import scan
from xlagym.site.checks.weight import check_store, overweight


def problems_of(path: str, text: str, assets: Assets) -> list[Problem]:
    html = text.encode()
    seen = scan(path, text)
    return list(overweight(path, seen, weigh(path, html), lambda: html, assets, Budgets()))


def noise(size: int) -> str:
    """Text that doesn't compress below half, the same on every run."""
    return "".join(random.Random(size).choices("0123456789abcdef", k=size))


def test_imported_modules_count_toward_the_page(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    (tmp_path / "js/small.js").write_text('import "./large.js";\n')
    (tmp_path / "js/large.js").write_text(f'export default "{noise(60_000)}";\n')
    assets = load_assets(tmp_path)
    page = f'<script type="module" src="../{assets.names["js/small.js"]}"></script>'
    (problem,) = problems_of("gym/index.html", page, assets)
    assert (problem.file, problem.rule) == ("gym/index.html", "weight")
    assert "its scripts: " in problem.message
    assert "over the budget of 20" in problem.message


def test_a_chapter_has_a_smaller_budget_than_a_page(tmp_path: Path) -> None:
    assets = load_assets(tmp_path)
    text = noise(180_000)
    assert 80_000 < gzipped(text.encode()) < 300_000
    paths = ("l/xla/05-fusion/index.html", "captures/x/index.html")
    problems = [problem for path in paths for problem in problems_of(path, text, assets)]
    assert [problem.file for problem in problems] == ["l/xla/05-fusion/index.html"]


def test_what_is_light_as_it_is_is_not_packed() -> None:
    light, heavy = noise(200_000).encode(), noise(400_000).encode()
    assert weigh("captures/x/index.html", light) == len(light)
    assert weigh("captures/x/index.html", heavy) == gzipped(heavy) < 300_000


def test_a_budget_is_never_passed_by_a_page_that_was_not_packed(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    (tmp_path / "js/large.js").write_text(f'export default "{noise(180_000)}";\n')
    assets = load_assets(tmp_path)
    script = f'<script src="../../{assets.names["js/large.js"]}"></script>'
    problems = problems_of("captures/x/index.html", script + " " * 250_000, assets)
    assert [problem.message.split(":")[0] for problem in problems] == ["its scripts"]


def test_the_store_has_a_budget() -> None:
    assert list(check_store(60_000_000, Budgets())) == []
    (problem,) = check_store(60_000_001, Budgets())
    assert problem.file == "captures"
