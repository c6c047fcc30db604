"""How long the site takes to build, check and serve, beside MkDocs and Sphinx on the same Markdown.

All are whole processes but ``serve``, which is timed from the saved chapter to the page with the
new words, all in one run on copies in a temporary folder. xlagym also reads the captures, derives
every number and renders the gym and the capture pages; its peers render the prose alone. Each
number of copies of the captures is a row of columns, so that it shows what grows with the store.

Run with ``make bench``, or ``python benchmarks/build.py --copies 1 --copies 4 --copies 16``.
"""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
MKDOCS = "site_name: xlagym\ndocs_dir: docs\n"
SPHINX = 'project = "xlagym"\nextensions = ["myst_parser"]\nsuppress_warnings = ["myst"]\n'
PATIENCE_S = 60.0
"""How long a saved chapter is waited for."""
TURNS = count(1)


@click.command()
@click.option("--runs", default=5, show_default=True, help="Runs of each; the median counts.")
@click.option(
    "--copies", multiple=True, type=int, default=(1, 4), show_default=True, help="Of the captures."
)
def main(runs: int, copies: tuple[int, ...]) -> None:
    """Time each builder and print medians, with ratios to the peers."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        # Code is compiled once, as for anybody who installed it, and not beside the checkout's.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = str(work / "bytecode")
        markdown = copy_markdown(work / "peers" / "docs")
        peers = {
            "MkDocs": timed(runs, lambda: mkdocs(work / "peers")),
            "Sphinx with MyST": timed(runs, lambda: sphinx(work / "peers")),
        }
        columns = {}
        for number in copies:
            project = copy_project(work / f"project-{number}", number)
            columns[number] = ours(project, runs)
            shutil.rmtree(project)
    captures = len([path for path in (ROOT / "captures").iterdir() if path.is_dir()])
    table = Table(
        title=f"{markdown} Markdown files, {captures} captures; seconds, median of {runs}"
    )
    table.add_column("what")
    for number in columns:
        for heading in (f"{number} × captures", "÷ MkDocs", "÷ Sphinx"):
            table.add_column(heading, justify="right")
    for name in next(iter(columns.values())):
        cells = [cell for column in columns.values() for cell in told(column[name], peers)]
        table.add_row(name, *cells)
    for name, seconds in peers.items():
        table.add_row(name, f"{seconds:.2f}")
    Console(width=140).print(table)


def told(seconds: float, peers: dict[str, float]) -> list[str]:
    """A time in seconds, and by how much it is more than that of each peer."""
    return [f"{seconds:.2f}", *(f"{seconds / peer:.2f}" for peer in peers.values())]


def ours(project: Path, runs: int) -> dict[str, float]:
    """What xlagym takes, by what it does."""
    return {
        "build, cold (no cache)": timed(runs, lambda: xlagym(project, "build"), forget(project)),
        "build after a prose edit": timed(runs, lambda: xlagym(project, "build"), edit(project)),
        "build, nothing changed": timed(runs, lambda: xlagym(project, "build")),
        "check, nothing changed": timed(runs, lambda: xlagym(project, "check")),
        "serve, saved to served": served(project, runs),
    }


def timed(
    runs: int, run: Callable[[], None], prepare: Callable[[], object] = lambda: None
) -> float:
    """Median wall time of ``run`` in seconds; ``prepare`` goes before each and isn't counted."""
    seconds = []
    for _ in range(runs):
        prepare()
        os.sync()  # what the run before wrote is written: nobody waits for another's disk
        start = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)


def served(project: Path, runs: int) -> float:
    """Median time in seconds from a saved chapter to the page that has its words."""
    with serving(project) as url:
        seconds = []
        for _ in range(runs):
            words = edit(project)()
            start = time.perf_counter()
            while words not in page(url) and time.perf_counter() - start < PATIENCE_S:
                time.sleep(0.01)
            seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)


@contextmanager
def serving(project: Path) -> Iterator[str]:
    """The address that the project's site is served at."""
    command = [sys.executable, "-m", "xlagym", "--project", str(project), "serve", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None, "it was asked for"
        found = (re.match(r"serving (\S+)", line) for line in server.stdout)
        yield next(each[1] for each in found if each)
    finally:
        server.terminate()
        server.wait()


def page(url: str) -> str:
    """The page of the chapter that is edited."""
    address = f"{url}l/{chapter_of(ROOT).parent.relative_to(ROOT / 'content').as_posix()}/"
    with urllib.request.urlopen(address) as answer:
        text: str = answer.read().decode()
    return text


def copy_project(target: Path, copies: int) -> Path:
    """A copy to edit, so that the checkout stays as it is, with ``copies`` of each capture."""
    for name in ("content", "captures", "labs", "templates", "static"):
        shutil.copytree(ROOT / name, target / name)
    for capture in sorted((ROOT / "captures").iterdir()):
        for number in range(1, copies):
            copy_capture(capture, target / "captures", number)
    if copies > 1:
        xlagym(target, "numbers", "--accept")
    return target


def copy_capture(capture: Path, store: Path, number: int) -> None:
    """One more capture of the same files, with an id of its own."""
    sign = "-" if "+" in capture.name else "+"
    id = f"{capture.name}{sign}copy-{number}"
    shutil.copytree(capture, store / id)
    manifest = store / id / "capture.yml"
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(text.replace(f"id: {capture.name}\n", f"id: {id}\n", 1), encoding="utf-8")


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


def xlagym(project: Path, *command: str) -> None:
    quiet(sys.executable, "-m", "xlagym", "--project", str(project), *command)


def forget(project: Path) -> Callable[[], None]:
    return lambda: shutil.rmtree(project / ".cache", ignore_errors=True)


def chapter_of(project: Path) -> Path:
    """The chapter that is edited."""
    return min((project / "content").rglob("chapter.md"))


def edit(project: Path) -> Callable[[], str]:
    """What adds a line to a chapter, and returns the line."""

    def add() -> str:
        words = "One more line of prose" + " again" * next(TURNS)
        chapter = chapter_of(project)
        text = chapter.read_text(encoding="utf-8").partition("\nOne more line of prose")[0]
        chapter.write_text(f"{text}\n{words}.\n", encoding="utf-8")
        return f"{words}."

    return add


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
