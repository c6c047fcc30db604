"""The report as one HTML file: styles and scripts inlined, hashed for its own security policy."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import jinja2
from markupsafe import Markup
from platformdirs import user_cache_path

from xlagym import __version__
from xlagym.captures import forms
from xlagym.chips.names import chip_name
from xlagym.evidence.hlo.shapes import Shape, arrays
from xlagym.inputs.problems import Problem
from xlagym.report.page import resources
from xlagym.report.told import times
from xlagym.report.told.payload import PackedPane, excerpt, packed_lines, packed_marks
from xlagym.report.told.views import EXPOSED, ModuleView
from xlagym.site.assembly.compiled_templates import CompiledTemplates
from xlagym.site.show.highlight.escaping import escape, escape_attribute

if TYPE_CHECKING:
    from xlagym.report.read.timeline import RunRow
    from xlagym.report.told.profile_views import ProfileView

EXCERPT = 300_000
"""Characters of a text for those without JavaScript."""
LONGEST = 400
"""Characters of one line there."""
_SHAPE = 90


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A row of the table of what was read."""

    name: str
    read_as: str
    size: int


@dataclass(frozen=True, slots=True)
class ChipRow:
    """One decision, chip by chip."""

    label: str
    values: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Whether the chips decided otherwise than each other."""
        return len(set(self.values)) > 1


@dataclass(frozen=True, slots=True)
class Report:
    """All that stands on the page."""

    title: str
    lede: str
    modules: Sequence[ModuleView] = ()
    profiles: Sequence[ProfileView] = ()
    files: Sequence[ReadFile] = ()
    problems: Sequence[Problem] = ()
    chips: Sequence[str] = ()
    """Chips that a program of one's own was compiled for."""
    chip_rows: Sequence[ChipRow] = ()
    refusals: Sequence[tuple[str, str]] = ()
    """Chips whose compiler refused the program, and its words."""


def render(report: Report) -> str:
    """Return the whole page."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(resources.template_folder()),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=CompiledTemplates(user_cache_path("xlagym") / "templates"),
    )
    environment.filters.update(_FILTERS)
    environment.globals["forms"] = forms
    return environment.get_template(resources.TEMPLATE).render(context(report))


def context(report: Report) -> Mapping[str, Any]:
    """What the template is given."""
    style, script = resources.styles(), resources.script()
    early = resources.static_text(resources.EARLY_SCRIPT)
    return {
        "title": report.title,
        "lede": report.lede,
        "modules": report.modules,
        "unlisted": sum(not each.panes for each in report.modules),
        "profiles": report.profiles,
        "profiles_first": all(each.reading.files.carried_by for each in report.modules),
        "files": report.files,
        "problems": report.problems,
        "chips": [{"name": name} for name in report.chips],
        "chip_rows": report.chip_rows,
        "refusals": report.refusals,
        "limits": {"exposed": EXPOSED},
        "version": __version__,
        "style": Markup(style),
        "script": Markup(script),
        "early_script": Markup(early),
        "icon": _icon(),
        "hashes": {
            "style": Markup(resources.content_hash(style)),
            "script": Markup(resources.content_hash(script)),
            "early": Markup(resources.content_hash(early)),
        },
    }


def _icon() -> str:
    text = resources.static_text(resources.ICON)
    return f"data:image/svg+xml;base64,{base64.b64encode(text.encode()).decode()}"


def _seen(text: object) -> Markup:
    """Text as it is, with characters that hide or reorder text shown by number."""
    return Markup(escape(str(text)))


def _seen_text(text: object) -> Markup:
    """The same where no element may stand, as in a title."""
    return Markup(escape_attribute(str(text)))


def _plain(shape: Shape) -> str:
    """A result's type without its layout, cut where it is long."""
    text = ", ".join(each.plain for each in arrays(shape)) or str(shape)
    return text if len(text) <= _SHAPE else text[:_SHAPE] + " …"


def _bars(row: RunRow, length: int) -> Markup:
    """A row's bars as SVG, a thousand units wide."""
    rect = Markup('<rect class="{}" x="{:.2f}" y="3" width="{:.2f}" height="16">{}</rect>')
    title = Markup("<title>%{}, {}, {} after the start</title>")
    scale = 1000 / length
    return Markup("").join(
        rect.format(
            bar.role,
            bar.start * scale,
            bar.length * scale,
            title.format(_seen_text(bar.name), times.time(bar.length), times.time(bar.start)),
        )
        for bar in row.bars
    )


def _excerpt(pane: PackedPane) -> tuple[list[str], int]:
    return excerpt(pane, EXCERPT, LONGEST)


def _file_name(path: str) -> str:
    return path.rpartition("/")[2]


def _time_or_blank(ps: int | None) -> str:
    return "" if ps is None else times.time(ps)


_FILTERS = {
    "seen": _seen,
    "seen_text": _seen_text,
    "plain": _plain,
    "bars": _bars,
    "bytes": times.size,
    "time": times.time,
    "time_or_blank": _time_or_blank,
    "percent": times.share,
    "packed_lines": packed_lines,
    "packed_marks": packed_marks,
    "excerpt": _excerpt,
    "file_name": _file_name,
    "chip_name": chip_name,
}
