"""The Jinja environment, and page-relative addresses so that a site serves from any sub-path."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any

import jinja2

from xlagym.captures import forms
from xlagym.captures.addresses import line_of, page_of
from xlagym.inputs.problems import Problem, ProblemError
from xlagym.inputs.text_files import read_text
from xlagym.site.assembly.compiled_templates import CompiledTemplates
from xlagym.site.assembly.site_file import relative

_ABSOLUTE = re.compile(r'(<a [^<>]*?\bhref=")(/(?!/)[^"]*)"')
"""A link inside markup that was made before its page was known, such as a round's reveal."""


class Templates:
    """Renders pages: each gets ``url`` and ``asset`` that are relative to where it stands."""

    def __init__(
        self,
        folder: Path,
        served: Callable[[str], str | None],
        read: Callable[[str], None] = lambda _: None,
        compiled: Path | None = None,
    ) -> None:
        """Render the templates of ``folder``.

        Args:
            folder: where they lie.
            served: says where a static file is served; None where there is none of that name.
            read: is told of each template that a page is made by.
            compiled: keeps compiled templates between builds; None keeps none.
        """
        self._environment = _Environment(
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
        self._environment.read = read
        self._served = served

    def render(self, name: str, path: str, context: Mapping[str, Any]) -> str:
        """The page at ``path`` by template ``name``.

        Raises ProblemError with the template's file and line on a name that it misses.
        """

        def asset(file: str) -> str:
            served = self._served(file)
            if served is None:
                raise jinja2.UndefinedError(f"no file {file} under static/")
            return relative(f"/{served}", path)

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


class _Environment(jinja2.Environment):
    """Tells of every template that is used, also of those that others extend and import."""

    read: Callable[[str], None]

    def get_template(self, name: Any, *args: Any, **kwargs: Any) -> jinja2.Template:
        self.read(str(name))
        return super().get_template(name, *args, **kwargs)


def _load(folder: Path, name: str) -> tuple[str, str, Callable[[], bool]] | None:
    """The text of a template, and its path for tracebacks; None where there is none."""
    path = folder / name
    if not path.exists():
        return None
    text = read_text(path, f"templates/{name}")
    return text, str(path), lambda: path.exists() and read_text(path, name) == text


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
