"""Templates compiled once for all sites of a run: compiling them takes longer than a small site."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from xlagym.site.assembly import templates as module
from xlagym.site.assembly.compiled_templates import CompiledTemplates
from xlagym.site.assembly.templates import Templates


class CompiledOnce(CompiledTemplates):
    """Found by name, wherever the site lies, and compiled anew where the content is another."""

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """As Jinja's own, without the path."""
        return super().get_cache_key(name)


@contextmanager
def compiling_templates_once(kept: Path) -> Iterator[None]:
    """Let every site that this process assembles take its templates compiled from ``kept``."""

    def make(*given: Any) -> Templates:
        templates = Templates(*given)
        templates._environment.bytecode_cache = CompiledOnce(kept)
        return templates

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "Templates", make)
        yield
