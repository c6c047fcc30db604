"""What a whole run of the tests says at its end: how the keys of the gym were confirmed."""

from __future__ import annotations

import pytest

COLUMNS = ("station", "rounds", "keys confirmed", "distractors", "proven wrong")


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
