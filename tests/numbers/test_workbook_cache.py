"""What a build may keep: outcomes and facts, until evidence, formula or code change."""

from __future__ import annotations

from pathlib import Path

from tests.numbers.workbooks import FakeCapture, fake, workbook
from tests.places import ROOT
from xlagym.keeping.keeper import Keeper

EXPRESSION = 'f.cost.bytes_accessed / chip("tpu-v6e").copy_bandwidth'
LET = {"f": "f-s1@tpu-v6e"}


def text_of(capture: FakeCapture, folder: Path, expression: str = EXPRESSION) -> str:
    book, keeper = workbook(capture), Keeper(folder)
    book.store.known_to(keeper)
    book.constants.known_to(keeper)
    with keeper.in_use():
        text = book.evaluate("x/1", expression, let=LET, show="us", digits=6).text
    keeper.save(forget=True)
    return text


def test_a_warm_build_opens_no_evidence(tmp_path: Path) -> None:
    cold, warm = fake("f-s1@tpu-v6e"), fake("f-s1@tpu-v6e")
    assert text_of(cold, tmp_path) == text_of(warm, tmp_path) == "0.000777 µs"
    assert cold.reads
    assert warm.reads == []


def test_another_formula_reads_the_fact_from_the_cache(tmp_path: Path) -> None:
    text_of(fake("f-s1@tpu-v6e"), tmp_path)
    warm = fake("f-s1@tpu-v6e")
    assert text_of(warm, tmp_path, f"2 * {EXPRESSION}") == "0.001553 µs"
    assert warm.reads == []


def test_changed_evidence_is_read_again(tmp_path: Path) -> None:
    text_of(fake("f-s1@tpu-v6e"), tmp_path)
    files = {"program.py": "", "cost.json": '{\n"bytes accessed": 2000.0\n}\n'}
    assert text_of(fake("f-s1@tpu-v6e", files=files), tmp_path) == "0.001553 µs"


def test_a_warm_build_does_not_load_pint(tmp_path: Path) -> None:
    import subprocess
    import sys

    script = f"""
import sys
sys.path.insert(0, {str(ROOT / "tests/numbers")!r})
from pathlib import Path
from tests.numbers.workbooks import fake, workbook
from xlagym.keeping.keeper import Keeper
from xlagym.numbers.sheets.sheet import read_sheet
book, keeper = workbook(fake("f-s1@tpu-v6e")), Keeper(Path({str(tmp_path)!r}))
book.store.known_to(keeper)
with keeper.in_use():
  made = read_sheet(
      book,
    "let: {{f: f-s1@tpu-v6e}}\\n"
    "numbers: {{n: {{is: 2 * f.cost.bytes_accessed, show: kB}}}}\\n"
    "claims: {{c: n > 0}}\\n",
    "numbers.yml", prefix="x", page="/x/")
  print(made.number("n").text, made.number("n", "MB", ".3f").text, made.claim("c").holds)
keeper.save(forget=True)
print("pint" in sys.modules)
"""
    run = [sys.executable, "-c", script]
    first = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    second = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    assert first == "2 kB 0.002 MB True\nTrue\n"
    assert second == "2 kB 0.002 MB True\nFalse\n"
