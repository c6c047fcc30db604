"""Static files get names that hold a hash of their content, so they can be cached for ever."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from pathlib import Path
from posixpath import join, normpath

from xlagym.inputs.problems import Problem, ProblemError
from xlagym.inputs.text_files import decoded
from xlagym.site.checks.budgets import gzipped

_IMPORT = re.compile(
    r"""(?P<head>\b(?:from|import)\s*\(?\s*)(?P<quote>["'])(?P<name>\.{1,2}/[\w./-]+)(?P=quote)"""
)
_COMMENT = re.compile(r"(?m)^[ \t]*(?://.*|/\*\*(?:(?!\*/)[\s\S])*\*/[ \t]*)\n")
"""A comment that has its lines for itself. It types a script for ``tsc``, and tells people who read
``static/``; no browser needs it."""
_URL = re.compile(r"""url\((?P<quote>["']?)(?P<name>(?!data:)[^)"']+)(?P=quote)\)""")


@dataclass(frozen=True, slots=True)
class Assets:
    """The static files as they are served."""

    files: dict[str, bytes]
    """Site path (``assets/theme.1a2b3c4d.js``) to content."""
    names: dict[str, str]
    """Name as written under static/ (``js/page/theme.js``) to site path."""
    imports: dict[str, tuple[str, ...]]
    """JavaScript name to the names that it imports."""
    weights: dict[str, int] = field(default_factory=dict)
    """Site path to the bytes that a static host sends of it, packed as well as can be."""

    def closure(self, name: str) -> set[str]:
        """``name`` and every module that loading it loads."""
        seen: set[str] = set()
        waiting = [name]
        while waiting:
            module = waiting.pop()
            if module not in seen:
                seen.add(module)
                waiting.extend(self.imports.get(module, ()))
        return seen


def load_assets(static: Path) -> Assets:
    """Read everything under ``static`` and name it by its content.

    A module's hash covers what it imports, since the imports are rewritten to hashed names first.
    Modules are served without the comments that have lines of their own.
    Whatever folder a file lies in, it is served from one.
    Raises ProblemError on an import of a file that is not there, on imports in a circle, and on a
    link to a file elsewhere, which nobody meant to publish.
    """
    sources = {
        path.relative_to(static).as_posix(): _content(path, static)
        for path in sorted(static.rglob("*"))
        if path.is_file() and path.suffix in {".css", ".js", ".svg", ".png", ".ico", ".webmanifest"}
    }
    assets = Assets({}, {}, {})
    for name in sources:
        _add(name, sources, assets, ())
    assets.weights.update((name, gzipped(each, 9)) for name, each in assets.files.items())
    return assets


def _content(path: Path, static: Path) -> bytes:
    if not path.resolve().is_relative_to(static.resolve()):
        raise ProblemError(
            Problem(
                f"static/{path.relative_to(static).as_posix()}",
                "it is a link to a file outside of static/",
                "put the file itself here",
                rule="asset",
            )
        )
    return path.read_bytes()


def _add(name: str, sources: dict[str, bytes], assets: Assets, open_names: tuple[str, ...]) -> str:
    if name in assets.names:
        return assets.names[name]
    if name in open_names:
        circle = " → ".join((*open_names, name))
        raise ProblemError(
            Problem(f"static/{name}", f"modules import each other: {circle}", "break the circle")
        )
    content = sources[name]
    if name.endswith((".js", ".css")):
        content = _rewrite(
            name, decoded(content, f"static/{name}"), sources, assets, open_names
        ).encode()
    stem, dot, suffix = name.rpartition("/")[2].rpartition(".")
    served = f"assets/{stem}.{hashlib.sha256(content).hexdigest()[:10]}{dot}{suffix}"
    assets.files[served] = content
    assets.names[name] = served
    return served


def _rewrite(
    name: str, text: str, sources: dict[str, bytes], assets: Assets, open_names: tuple[str, ...]
) -> str:
    folder = name.rpartition("/")[0]
    imported: list[str] = []

    def served(target: str, line: int) -> str:
        if target not in sources:
            raise ProblemError(
                Problem(
                    f"static/{name}",
                    f"names {target}, which is not under static/",
                    "mend the name, or add the file",
                    line=line,
                    rule="asset",
                )
            )
        imported.append(target)
        return _add(target, sources, assets, (*open_names, name)).rpartition("/")[2]

    def module(match: re.Match[str]) -> str:
        line = text.count("\n", 0, match.start()) + 1
        hashed = served(normpath(join(folder, match["name"])), line)
        return f"{match['head']}{match['quote']}./{hashed}{match['quote']}"

    def link(match: re.Match[str]) -> str:
        line = text.count("\n", 0, match.start()) + 1
        target = normpath(join(folder, match["name"]))
        return f"url({match['quote']}{served(target, line)}{match['quote']})"

    if name.endswith(".js"):
        rewritten = _COMMENT.sub("", _IMPORT.sub(module, text))
    else:
        rewritten = _URL.sub(link, text)
    assets.imports[name] = tuple(imported)
    return rewritten
