"""The Jinja environment, and page-relative addresses so that a site serves from any sub-path."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from typing import Any

import jinja2

from xlagym.problems import Problem, ProblemError
from xlagym.site.assets import Assets


def site_file(path: str) -> str:
    """The file of the site that answers ``path``: ``/gym/`` → ``gym/index.html``."""
    return (path + "index.html" if path.endswith("/") else path).lstrip("/")


def relative(path: str, page: str) -> str:
    """``path`` (site-absolute, fragment kept) as a link on the page at ``page``.

    Relative links let the same files serve from a domain's root and from a sub-path.
    """
    if not path.startswith("/"):
        return path
    place, hash_mark, fragment = path.partition("#")
    if place == page and hash_mark:
        return f"#{fragment}"
    up = "../" * (page.count("/") - 1)
    return f"{up}{place[1:]}{hash_mark}{fragment}" or "./"


_ABSOLUTE = re.compile(r'(<a [^<>]*?\bhref=")(/(?!/)[^"]*)"')
"""A link inside markup that was made before its page was known, such as a round's reveal."""


class Templates:
    """Renders pages: each gets ``url`` and ``asset`` that are relative to where it stands."""

    def __init__(self, folder: Path, assets: Assets, compiled: Path | None = None) -> None:
        """``compiled`` keeps compiled templates between builds; None keeps none."""
        if compiled is not None:
            compiled.mkdir(parents=True, exist_ok=True)
        self._environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(folder),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            bytecode_cache=jinja2.FileSystemBytecodeCache(str(compiled)) if compiled else None,
        )
        self._assets = assets

    def render(self, name: str, path: str, context: Mapping[str, Any]) -> str:
        """The page at ``path`` by template ``name``.

        Raises ProblemError with the template's file and line on a name that it misses.
        """

        def asset(file: str) -> str:
            if file not in self._assets.names:
                raise jinja2.UndefinedError(f"no file {file} under static/")
            return relative("/" + self._assets.names[file], path)

        try:
            html = self._environment.get_template(name).render(
                url=lambda target: relative(target, path), asset=asset, **context
            )
        except jinja2.TemplateError as error:
            raise ProblemError(_problem(error, name)) from error
        return _ABSOLUTE.sub(lambda link: f'{link[1]}{relative(unescape(link[2]), path)}"', html)


def _problem(error: jinja2.TemplateError, name: str) -> Problem:
    line = getattr(error, "lineno", None)
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename.endswith(".html"):
            line = trace.tb_lineno
            name = Path(trace.tb_frame.f_code.co_filename).name
        trace = trace.tb_next
    return Problem(
        f"templates/{name}",
        f"can't be rendered: {error.message}",
        "compare with templates/README.md, which lists what each template is given",
        line=line,
        rule="template",
    )
