"""How long the site takes to build, beside MkDocs and Sphinx on the same Markdown.

All four are whole processes, timed in one run on copies in a temporary folder. xlagym also reads
the captures, derives every number and renders the gym and the capture pages; its peers render the
prose alone. Run with ``make bench``.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
RUNS = 5
MKDOCS = "site_name: xlagym\ndocs_dir: docs\n"
SPHINX = 'project = "xlagym"\nextensions = ["myst_parser"]\nsuppress_warnings = ["myst"]\n'


def main() -> None:
    """Time each builder and print medians, with ratios to the warm build."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        project = copy_project(work / "project")
        markdown = copy_markdown(work / "peers" / "docs")
        rows = {
            "xlagym, cold (no cache)": timed(lambda: build(project), lambda: forget(project)),
            "xlagym, warm (prose edit)": timed(lambda: build(project), lambda: edit(project)),
            "MkDocs": timed(lambda: mkdocs(work / "peers"), lambda: None),
            "Sphinx with MyST": timed(lambda: sphinx(work / "peers"), lambda: None),
        }
    warm = rows["xlagym, warm (prose edit)"]
    captures = len([path for path in (ROOT / "captures").iterdir() if path.is_dir()])
    table = Table(title=f"{markdown} Markdown files; xlagym also reads {captures} captures")
    for heading in ("builder", "median s", "÷ warm"):
        table.add_column(heading, justify="left" if heading == "builder" else "right")
    for name, seconds in rows.items():
        table.add_row(name, f"{seconds:.2f}", f"{seconds / warm:.2f}")
    Console().print(table)


def timed(run: Callable[[], None], prepare: Callable[[], None]) -> float:
    """Median wall time of ``run`` in seconds; ``prepare`` goes before each and isn't counted."""
    seconds = []
    for _ in range(RUNS):
        prepare()
        os.sync()  # what the run before wrote is written: nobody waits for another's disk
        start = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)


def copy_project(target: Path) -> Path:
    """A copy to edit, so that the checkout stays as it is."""
    for name in ("content", "captures", "labs", "templates", "static"):
        shutil.copytree(ROOT / name, target / name)
    return target


def copy_markdown(target: Path) -> int:
    """Give the peers every Markdown file of the content, and an index; return how many."""
    sources = sorted((ROOT / "content").rglob("*.md"))
    target.mkdir(parents=True)
    for source in sources:
        shutil.copy(source, target / f"{source.parent.name}.md")
    names = "".join(f"- [{source.parent.name}]({source.parent.name}.md)\n" for source in sources)
    (target / "index.md").write_text(f"# xlagym\n\n{names}", encoding="utf-8")
    (target.parent / "mkdocs.yml").write_text(MKDOCS, encoding="utf-8")
    (target / "conf.py").write_text(SPHINX, encoding="utf-8")
    return len(sources) + 1


def build(project: Path) -> None:
    quiet(sys.executable, "-m", "xlagym", "--project", str(project), "build")


def forget(project: Path) -> None:
    shutil.rmtree(project / ".cache", ignore_errors=True)


def edit(project: Path) -> None:
    chapter = next((project / "content").rglob("chapter.md"))
    chapter.write_text(chapter.read_text(encoding="utf-8") + "\nOne more line of prose.\n", "utf-8")


def mkdocs(peers: Path) -> None:
    quiet(
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--quiet",
        "--config-file",
        str(peers / "mkdocs.yml"),
    )


def sphinx(peers: Path) -> None:
    output = peers / "sphinx"
    shutil.rmtree(output, ignore_errors=True)
    quiet(sys.executable, "-m", "sphinx", "-q", "-b", "html", str(peers / "docs"), str(output))


def quiet(*command: str) -> None:
    """Run a builder; show what it printed only if it failed."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    main()
