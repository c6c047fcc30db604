"""Puts what a report's page is made of into the installed package; all else is in pyproject.toml.

Templates, styles and scripts lie outside ``src``, for the site uses them too. ``xlagym xray`` must
work where there is no checkout, so a build copies those of the report beside its code.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
PAGE = Path("xlagym", "report", "page")
PARTS = (
    "templates/report.html",
    "static/icon.svg",
    "static/css/page/base.css",
    "static/css/listing/listing.css",
    "static/css/report.css",
    "static/js/page/theme.js",
    "static/js/page/theme-now.js",
    "static/js/report/*.js",
)


class BuildWithPage(build_py):
    """Builds the package, and copies the page's parts into it."""

    def run(self) -> None:
        """Build, then copy; an editable install reads the parts where they are."""
        super().run()
        if not self.editable_mode:
            for part in self.parts():
                target = Path(self.build_lib) / PAGE / part
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / part, target)

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        """All files that the build makes, the page's parts among them."""
        made = [] if self.editable_mode else self.parts()
        here = [str(Path(self.build_lib) / PAGE / part) for part in made]
        return [*super().get_outputs(include_bytecode), *here]

    @staticmethod
    def parts() -> list[str]:
        """The parts' paths from the root, patterns resolved."""
        found = sorted({path for part in PARTS for path in ROOT.glob(part)})
        return [path.relative_to(ROOT).as_posix() for path in found]


setup(cmdclass={"build_py": BuildWithPage})
