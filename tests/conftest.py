"""What all tests share: sites made once a run, and templates compiled once a run.

At its end, a whole run says how the keys of the gym were confirmed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.once import Once, once_for
from tests.whole_site import WholeSite, build_whole_site

# How long an example takes says more of the machine than of the code.
settings.register_profile("xlagym", deadline=None)
settings.load_profile("xlagym")

COLUMNS = ("station", "rounds", "keys confirmed", "distractors", "proven wrong")


MARKS = {"chromium": "browser", "cpu_trace": "compiles", "whole_site": "slow"}
"""What a test is marked as that needs a fixture, itself or through others."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by what they need, before any are chosen by their marks."""
    for item in items:
        for fixture in getattr(item, "fixturenames", ()):
            if fixture in MARKS:
                item.add_marker(MARKS[fixture])


@pytest.fixture(scope="session")
def once(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Once:
    """Folders that all processes of this run share."""
    return once_for(pytestconfig, tmp_path_factory)


@pytest.fixture(scope="session")
def compiled_templates(once: Once) -> Iterator[None]:
    """Sites that this process assembles take their templates compiled, whoever compiled them."""
    from tests.compiled_once import compiling_templates_once  # what few tests need is slow to load

    with compiling_templates_once(once.root / "templates"):
        yield


@pytest.fixture(scope="session")
def small_site(once: Once, compiled_templates: None) -> Path:
    """The small site whole, its numbers accepted: to be copied before anything is changed."""
    from tests.small_site import lay_down_small_site

    return once.folder("small", lay_down_small_site)


@pytest.fixture(scope="session")
def whole_site(once: Once) -> WholeSite:
    """The project's own site, which nobody may change."""
    return WholeSite(once.folder("whole", build_whole_site))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the table that ``tests/gym/test_second_readings.py`` fills, a line a station."""
    rows = sorted(
        value
        for report in terminalreporter.getreports("passed")
        for name, value in report.user_properties
        if name == "gym"
    )
    if not rows:
        return
    terminalreporter.section("the gym, read twice")
    widths = [max(len(str(cell)) for cell in column) for column in zip(COLUMNS, *rows, strict=True)]
    for row in (COLUMNS, *rows):
        first, *others = (str(cell) for cell in row)
        cells = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        terminalreporter.write_line("  ".join((first.ljust(widths[0]), *cells)))
