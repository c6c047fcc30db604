"""Budgets count what a reader fetches: the page, and all modules that its scripts import."""

import random
from pathlib import Path

from xlagym.site.assets import load_assets
from xlagym.site.weight import Budgets, check_store, check_weight, gzipped


def noise(size: int) -> str:
    """Text that doesn't compress below half, the same on every run."""
    return "".join(random.Random(size).choices("0123456789abcdef", k=size))


def test_imported_modules_count_toward_the_page(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    (tmp_path / "js/small.js").write_text('import "./large.js";\n')
    (tmp_path / "js/large.js").write_text(f"// {noise(60_000)}\n")
    assets = load_assets(tmp_path)
    page = f'<script type="module" src="../{assets.names["js/small.js"]}"></script>'
    (problem,) = check_weight({"gym/index.html": page}, assets, {"gym/index.html": 100}, Budgets())
    assert (problem.file, problem.rule) == ("gym/index.html", "weight")
    assert "its scripts: " in problem.message
    assert "over the budget of 20" in problem.message


def test_a_chapter_has_a_smaller_budget_than_a_page(tmp_path: Path) -> None:
    assets = load_assets(tmp_path)
    text = noise(180_000)
    size = gzipped(text)
    assert 80_000 < size < 300_000
    pages = {"l/xla/05-fusion/index.html": text, "captures/x/index.html": text}
    problems = list(check_weight(pages, assets, dict.fromkeys(pages, size), Budgets()))
    assert [problem.file for problem in problems] == ["l/xla/05-fusion/index.html"]


def test_the_store_has_a_budget() -> None:
    assert list(check_store(60_000_000, Budgets())) == []
    (problem,) = check_store(60_000_001, Budgets())
    assert problem.file == "captures"
