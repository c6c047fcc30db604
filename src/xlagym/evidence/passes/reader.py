"""The passes of one compile, in order, and the module's text after each that changed it.

Two sources: the compiler's module metadata (TPU: every pass, with its own ``module_changed``) and,
where there is none (CPU), the names of the dumps, whose texts are compared.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from xlagym.evidence.passes.dump_names import DumpName, parse_dump_name
from xlagym.evidence.text.textproto import Message, TextprotoError, parse_textproto

__all__ = [
    "DumpName",
    "Pass",
    "Passes",
    "PassesError",
    "parse_dump_name",
    "passes_from_dumps",
    "passes_from_metadata",
    "read_names",
    "read_passes",
    "write_passes",
]
_HEADER = re.compile(r"^=== (\S+)\n", re.MULTILINE)


class PassesError(ValueError):
    """Raised when the record of the passes, or the dumps beside it, can't be read."""


@dataclass(frozen=True, slots=True)
class Pass:
    """One run of one pass."""

    index: int
    """1-based, in the order in which passes began."""
    pipeline: str
    name: str
    changed: bool
    """By the compiler's word (metadata), or by comparing texts (dumps)."""
    dump: str | None
    """Key of the module's text after this pass; none where the module stayed as it was."""


@dataclass(frozen=True, slots=True)
class Passes:
    """Passes in order, and the differing texts between them."""

    source: str
    """``metadata`` or ``dumps``: who says what changed."""
    passes: tuple[Pass, ...]
    dumps: dict[str, str]
    """Text by key, in the order of the compile; the first is the module before any pass."""

    @property
    def changing(self) -> list[Pass]:
        """The passes that changed the module, in the order in which they ended.

        A pipeline counts as a pass of its outer one; it is left out, for its own passes are here.
        """
        pipelines = {run.pipeline for run in self.passes}
        order = {key: place for place, key in enumerate(self.dumps)}
        runs = [
            run
            for run in self.passes
            if run.changed and run.dump is not None and run.name not in pipelines
        ]
        return sorted(runs, key=lambda run: (order[run.dump or ""], run.index))

    @property
    def total(self) -> int:
        """How many passes are recorded."""
        return len(self.passes)

    @property
    def changed(self) -> int:
        """How many of them changed the module, pipelines counted as passes of their outer ones."""
        return sum(run.changed for run in self.passes)

    def index(self, name: str) -> int | None:
        """Return the index of the first pass of that name that changed something, else the first.

        None where no pass has the name.
        """
        runs = [run for run in self.passes if run.name == name]
        changing = [run for run in runs if run.changed]
        return (changing or runs)[0].index if runs else None


def passes_from_metadata(textproto: str, dumps: Mapping[str, str]) -> Passes:
    """Read the compiler's module metadata, with the dump texts by file name.

    Raises ``PassesError`` when it isn't readable, holds no pass, or names a dump that isn't there.
    """
    try:
        records = parse_textproto(textproto).messages("pass_metadata")
    except TextprotoError as error:
        raise PassesError(f"the module metadata can't be read: {error}") from error
    if not records:
        raise PassesError("the module metadata holds no pass_metadata")
    texts = {name.rpartition("/")[2]: text for name, text in dumps.items()}
    if not texts:
        raise PassesError("there are no dumps: compile with xla_dump_hlo_pass_re=.*")
    # Dumps within a pass (a step of copy insertion) belong to no pass of their own: left out.
    named = sorted(
        {name for record in records for name in _dump_names(record)}, key=lambda n: _number(n)
    )
    missing = [name for name in named if name not in texts]
    if missing:
        raise PassesError(f"the metadata names a dump that is not there: {missing[0]}")
    keys, kept = _distinct((name, texts[name]) for name in named)
    runs = tuple(_run(index, record, keys) for index, record in enumerate(records, start=1))
    return Passes("metadata", runs, kept)


def passes_from_dumps(dumps: Mapping[str, str]) -> Passes:
    """Read the passes off the names of one module's dumps; a pass changed what differs after it.

    Only passes that the compiler dumped appear. Raises ``PassesError`` when there are none, or
    when they belong to several modules.
    """
    named = {name: parse_dump_name(name) for name in dumps}
    read = {name: parts for name, parts in named.items() if parts is not None}
    modules = sorted({parts.module for parts in read.values()})
    if len(modules) != 1:
        raise PassesError(f"expected the pass dumps of one module, found {modules or 'none'}")
    order = sorted(read, key=lambda name: int(read[name].number))
    keys, kept = _distinct((name, dumps[name]) for name in order)
    runs = []
    previous: str | None = None
    for index, name in enumerate(order, start=1):
        # The first dump is the module as it came in: it shows no change by anybody.
        changed = previous is not None and keys[name] != previous
        previous = keys[name]
        parts = read[name]
        runs.append(Pass(index, parts.pipeline, parts.step, changed, previous if changed else None))
    return Passes("dumps", tuple(runs), kept)


def _dump_names(record: Message) -> list[str]:
    names = (path.rpartition("/")[2] for path in record.texts("dump_filenames"))
    return [name for name in names if parse_dump_name(name) is not None]


def _number(file_name: str) -> int:
    parts = parse_dump_name(file_name)
    return int(parts.number) if parts is not None else -1


def _distinct(texts: Iterable[tuple[str, str]]) -> tuple[dict[str, str], dict[str, str]]:
    """Keep each text that differs from its predecessor; return key by file name, text by key."""
    keys: dict[str, str] = {}
    kept: dict[str, str] = {}
    for name, text in texts:
        if not kept or text != next(reversed(kept.values())):
            parts = parse_dump_name(name)
            kept[parts.number if parts is not None else name] = text
        keys[name] = next(reversed(kept))
    return keys, kept


def _run(index: int, record: Message, keys: Mapping[str, str]) -> Pass:
    changed = record.text("module_changed") == "true"
    names = _dump_names(record)
    dump = keys[names[-1]] if changed and names else None
    return Pass(index, record.text("pipeline_name"), record.text("pass_name"), changed, dump)


def write_passes(passes: Passes) -> tuple[str, str]:
    """Return ``passes.json`` (one pass a line) and ``passes.txt`` (the texts), the same every time.

    Raises ``PassesError`` when a text holds a line that reads as a header of ``passes.txt``.
    """
    lines = [json.dumps(_row(run), ensure_ascii=False) for run in passes.passes]
    index = f'{{"source": {json.dumps(passes.source)}, "passes": [\n' + ",\n".join(lines) + "\n]}\n"
    for key, text in passes.dumps.items():
        if _HEADER.search(text):
            raise PassesError(f"the dump {key} holds a line that starts a block")
    return index, "".join(f"=== {key}\n{text}\n" for key, text in passes.dumps.items())


def _row(run: Pass) -> dict[str, str | bool | None]:
    return {"pipeline": run.pipeline, "name": run.name, "changed": run.changed, "dump": run.dump}


def read_passes(index_json: str, dumps: str) -> Passes:
    """Read what ``write_passes`` wrote; raise ``PassesError`` where the two don't fit together."""
    try:
        index = json.loads(index_json)
        rows = index["passes"]
        source = str(index["source"])
        runs = tuple(_read_row(number, row) for number, row in enumerate(rows, start=1))
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise PassesError(f"the list of passes can't be read: {error}") from error
    texts = _read_blocks(dumps)
    for run in runs:
        if run.dump is not None and run.dump not in texts:
            raise PassesError(f"pass {run.index} ({run.name}) names dump {run.dump}: not there")
    return Passes(source, runs, texts)


def read_names(index_json: str) -> tuple[frozenset[str], frozenset[str]]:
    """The names of all passes in ``passes.json``, and of all pipelines, without any text."""
    rows = json.loads(index_json)["passes"]
    return frozenset(str(row["name"]) for row in rows), frozenset(
        str(row["pipeline"]) for row in rows
    )


def _read_row(number: int, row: Mapping[str, object]) -> Pass:
    dump = row["dump"]
    return Pass(
        number,
        str(row["pipeline"]),
        str(row["name"]),
        row["changed"] is True,
        None if dump is None else str(dump),
    )


def _read_blocks(text: str) -> dict[str, str]:
    parts: Sequence[str] = _HEADER.split(text)
    if parts[0]:
        raise PassesError("the texts between passes do not start with a line '=== KEY'")
    blocks: dict[str, str] = {}
    for key, body in zip(parts[1::2], parts[2::2], strict=True):
        if not body.endswith("\n"):
            raise PassesError(f"the texts between passes are cut short inside the block {key}")
        if key in blocks:
            raise PassesError(f"the texts between passes hold the block {key} twice")
        blocks[key] = body[:-1]
    return blocks
