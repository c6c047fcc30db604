"""Budgets count what a reader fetches: the page, and all modules that its scripts import."""

import random
from pathlib import Path

from xlagym.site.assembly.assets import load_assets
from xlagym.site.assembly.page import finish
from xlagym.site.checks.budgets import Budgets, gzipped, weigh
from xlagym.site.checks.weight import check_store, check_weight


def noise(size: int) -> str:
    """Text that doesn't compress below half, the same on every run."""
    return "".join(random.Random(size).choices("0123456789abcdef", k=size))


def test_imported_modules_count_toward_the_page(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    (tmp_path / "js/small.js").write_text('import "./large.js";\n')
    (tmp_path / "js/large.js").write_text(f"// {noise(60_000)}\n")
    assets = load_assets(tmp_path)
    page = f'<script type="module" src="../{assets.names["js/small.js"]}"></script>'
    pages = {"gym/index.html": finish("gym/index.html", page)}
    (problem,) = check_weight(pages, assets, Budgets())
    assert (problem.file, problem.rule) == ("gym/index.html", "weight")
    assert "its scripts: " in problem.message
    assert "over the budget of 20" in problem.message


def test_a_chapter_has_a_smaller_budget_than_a_page(tmp_path: Path) -> None:
    assets = load_assets(tmp_path)
    text = noise(180_000)
    assert 80_000 < gzipped(text.encode()) < 300_000
    paths = ("l/xla/05-fusion/index.html", "captures/x/index.html")
    pages = {path: finish(path, text) for path in paths}
    problems = list(check_weight(pages, assets, Budgets()))
    assert [problem.file for problem in problems] == ["l/xla/05-fusion/index.html"]


def test_what_is_light_as_it_is_is_not_packed() -> None:
    light, heavy = noise(200_000).encode(), noise(400_000).encode()
    assert weigh("captures/x/index.html", light) == len(light)
    assert weigh("captures/x/index.html", heavy) == gzipped(heavy) < 300_000


def test_a_budget_is_never_passed_by_a_page_that_was_not_packed(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    (tmp_path / "js/large.js").write_text(f"// {noise(180_000)}\n")
    assets = load_assets(tmp_path)
    script = f'<script src="../../{assets.names["js/large.js"]}"></script>'
    page = finish("captures/x/index.html", script + " " * 250_000)
    problems = list(check_weight({"captures/x/index.html": page}, assets, Budgets()))
    assert [problem.message.split(":")[0] for problem in problems] == ["its scripts"]


def test_the_store_has_a_budget() -> None:
    assert list(check_store(60_000_000, Budgets())) == []
    (problem,) = check_store(60_000_001, Budgets())
    assert problem.file == "captures"
