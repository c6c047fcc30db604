"""The Jinja environment, and page-relative addresses so that a site serves from any sub-path."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from functools import cached_property, partial
from html import unescape
from pathlib import Path
from typing import Any

import jinja2

from xlagym.captures import forms
from xlagym.captures.addresses import line_of, page_of
from xlagym.inputs.problems import Problem, ProblemError
from xlagym.inputs.text_files import read_text
from xlagym.site.assembly.assets import Assets
from xlagym.site.assembly.compiled_templates import CompiledTemplates


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
        self._environment = jinja2.Environment(
            loader=jinja2.FunctionLoader(partial(_load, folder)),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            bytecode_cache=CompiledTemplates(compiled) if compiled else None,
        )
        self._environment.globals |= {
            "forms": forms,
            "form_of": forms.form_of,
            "page_of": page_of,
            "line_of": line_of,
        }
        self._assets = assets
        self._folder = folder

    @cached_property
    def digest(self) -> str:
        """Changes with any template, and with the name of any asset."""
        digest = hashlib.sha256(repr(sorted(self._assets.names.items())).encode())
        for path in sorted(self._folder.rglob("*.html")):
            digest.update(f"{path.relative_to(self._folder).as_posix()}\0".encode())
            if path.is_file():  # anything else is told of when it is rendered
                digest.update(path.read_bytes())
        return digest.hexdigest()

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
        except ProblemError:
            raise
        except Exception as error:  # a template is code, and runs into whatever it runs into
            raise ProblemError(_problem(error, name)) from error
        if ' href="/' not in html:  # most pages: quicker than to look at each of their links
            return html
        return _ABSOLUTE.sub(lambda link: f'{link[1]}{relative(unescape(link[2]), path)}"', html)


def _load(folder: Path, name: str) -> tuple[str, str, None] | None:
    """The text of a template, and its path for tracebacks; None where there is none."""
    path = folder / name
    return (read_text(path, f"templates/{name}"), str(path), None) if path.exists() else None


def _problem(error: Exception, name: str) -> Problem:
    line = getattr(error, "lineno", None)
    what = getattr(error, "message", None) or f"{type(error).__name__}: {error}"
    if isinstance(error, jinja2.TemplateNotFound):
        what = f"there is no template {error.name}"
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename.endswith(".html"):
            line = trace.tb_lineno
            name = Path(trace.tb_frame.f_code.co_filename).name
        trace = trace.tb_next
    return Problem(
        f"templates/{name}",
        f"can't be rendered: {what}",
        "compare with templates/README.md, which lists what each template is given",
        line=line,
        rule="template",
    )
