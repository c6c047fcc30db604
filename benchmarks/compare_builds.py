"""What a change of the code does to the site: builds a revision and the checkout, and compares.

``make compare REV=main`` says which files came, went or changed, each change by its first lines
that differ. Served names of assets hold a hash of their content; it is taken out first, so that a
moved script is no change of every page that loads it. Both builds run without a cache, by the code
of their own side, in a temporary folder. Exit 1 where anything differs.
"""

from __future__ import annotations

import difflib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import click

ROOT = Path(__file__).resolve().parents[1]
WIDTH, BEFORE = 140, 40
"""Characters that are shown of a line that differs, and how many of them still agree."""
PARTS = ("content", "captures", "labs", "templates", "static", "src")
_HASHED = re.compile(r"(assets/|\./|\"|')([\w-]+)\.[0-9a-f]{10}\.(js|css|svg|woff2)")
"""``assets/theme.1a2b3c4d5e.js``, and ``./theme.1a2b3c4d5e.js`` in an import."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One file of the site that isn't the same on both sides."""

    file: str
    what: str
    """``only before``, ``only after`` or ``changed``."""
    lines: tuple[str, ...] = ()
    """The first lines that differ, as a diff shows them."""


@click.command()
@click.argument("revision")
@click.option("--most", default=20, show_default=True, help="Differences that are shown.")
@click.option("--lines", "most_lines", default=6, show_default=True, help="Lines shown of each.")
def main(revision: str, most: int, most_lines: int) -> None:
    """Build REVISION and the checkout as it stands, and say what differs."""
    with tempfile.TemporaryDirectory(prefix="xlagym-compare-") as folder:
        before, after = Path(folder, "before"), Path(folder, "after")
        check_out(revision, before)
        after.mkdir()
        for part in PARTS:
            (after / part).symlink_to(ROOT / part)
        old, new = build(before), build(after)
        found = list(compare(old, new, most_lines))
    for each in found[:most]:
        click.echo(f"{each.what}: {each.file}")
        for line in each.lines:
            click.echo(f"    {line}")
    if len(found) > most:
        click.echo(f"and {len(found) - most} more: show them with --most {len(found)}")
    click.echo(f"{len(found)} of {len(old | new)} files differ from {revision}")
    sys.exit(bool(found))


def check_out(revision: str, target: Path) -> None:
    """The files of ``revision`` that a build needs, into ``target``."""
    target.mkdir()
    archive = subprocess.Popen(
        ["git", "-C", str(ROOT), "archive", revision, *PARTS], stdout=subprocess.PIPE
    )
    subprocess.run(["tar", "-x", "-C", str(target)], stdin=archive.stdout, check=True)
    if archive.wait():
        raise click.UsageError(f"git knows no revision {revision!r} with {', '.join(PARTS)}")


def build(project: Path) -> dict[str, bytes]:
    """The site of ``project``, built by the code in it: normalized names to normalized content."""
    click.echo(f"building {project.name} …", err=True)
    command = [sys.executable, "-P", "-m", "xlagym", "--project", str(project), "build"]
    code = {**os.environ, "PYTHONPATH": str(project / "src")}
    done = subprocess.run(command, env=code, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{project.name} can't be built:\n{done.stdout}{done.stderr}")
    site = project / "site"
    return dict(normalized(path.relative_to(site).as_posix(), path) for path in files(site))


def files(folder: Path) -> Iterable[Path]:
    """Every file below ``folder``."""
    return (path for path in sorted(folder.rglob("*")) if path.is_file())


def normalized(name: str, path: Path) -> tuple[str, bytes]:
    """A file's name and content without the hashes of assets."""
    content = path.read_bytes()
    if path.suffix in {".html", ".js", ".css"}:
        content = _HASHED.sub(r"\1\2.\3", content.decode()).encode()
    return _HASHED.sub(r"\1\2.\3", name), content


def compare(
    before: dict[str, bytes], after: dict[str, bytes], most_lines: int
) -> Iterator[Difference]:
    """What differs, file by file."""
    for name in sorted(before | after):
        if name not in after:
            yield Difference(name, "only before")
        elif name not in before:
            yield Difference(name, "only after")
        elif before[name] != after[name]:
            yield Difference(name, "changed", told(before[name], after[name], most_lines))


def told(before: bytes, after: bytes, most: int) -> tuple[str, ...]:
    """The first lines that differ between two contents, each tag of HTML on a line of its own."""
    ours, theirs = (
        content.decode(errors="replace").replace("><", ">\n<").split("\n")
        for content in (before, after)
    )
    matcher = difflib.SequenceMatcher(None, ours, theirs)  # its quick form: lines are many
    changed = [
        pair
        for tag, a, b, c, d in matcher.get_opcodes()
        if tag != "equal"
        for pair in zip_longest(ours[a:b], theirs[c:d])
    ]
    return tuple(line for pair in changed[:most] for line in cut(*pair))


def cut(ours: str | None, theirs: str | None) -> Iterator[str]:
    """A line of each side, from a little before they part."""
    pairs = enumerate(zip_longest(ours or "", theirs or ""))
    start = max(0, next((at for at, (one, other) in pairs if one != other), 0) - BEFORE)
    for sign, line in (("-", ours), ("+", theirs)):
        if line is not None:
            yield f"{sign}{'…' if start else ''}{line[start : start + WIDTH]}"


if __name__ == "__main__":
    main()
