"""The site, served on loopback; a browser that notes every request and error."""

from __future__ import annotations

import functools
import http.server
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Request,
    sync_playwright,
)

from tests.whole_site import WholeSite

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HOW = (
    "no Chromium to drive: install one (apt-get install chromium), or Playwright's own "
    "(python -m playwright install chromium)"
)

type Visit = Callable[..., Page]


@pytest.fixture(scope="session")
def site(whole_site: WholeSite) -> Path:
    """The project's own site; whether its numbers are accepted has its own check."""
    assert [told for rule, told in whole_site.problems if rule != "lock"] == []
    return whole_site.site


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files and keeps no log."""

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="session")
def serve() -> Iterator[Callable[[Path], str]]:
    """Serve a folder on loopback; the address that it is served at."""
    servers: list[http.server.ThreadingHTTPServer] = []

    def start(folder: Path) -> str:
        handler = functools.partial(Quiet, directory=str(folder))
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_port}"

    yield start
    for server in servers:
        server.shutdown()


@pytest.fixture(scope="session")
def address(site: Path, serve: Callable[[Path], str]) -> str:
    """Where the site is served, without a slash at the end."""
    return serve(site)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The machine's Chromium, else Playwright's own, else a failure that says how to get one."""
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        except Error as error:
            pytest.fail(f"{HOW}\n{error.message}")
        yield browser
        browser.close()


@dataclass(slots=True)
class Profiles:
    """Browser profiles by what they are set to; one that is given back is empty when lent again.

    To start one costs more than most tests do, and what it keeps of the site's files is no matter.
    """

    chromium: Browser
    _free: dict[str, list[BrowserContext]] = field(default_factory=dict)

    @contextmanager
    def lending(self) -> Iterator[Callable[..., BrowserContext]]:
        """Lend profiles; those that are lent at the same time know nothing of each other."""
        lent: list[tuple[str, BrowserContext]] = []

        def lend(**settings: Any) -> BrowserContext:
            key = repr(sorted(settings.items()))
            free = self._free.setdefault(key, [])
            context = free.pop() if free else self.chromium.new_context(**settings)
            lent.append((key, context))
            return context

        yield lend
        for key, context in lent:
            _empty(context)
            self._free[key].append(context)


def _empty(context: BrowserContext) -> None:
    """Close all pages of a profile, and forget what they stored."""
    places = [urlsplit(page.url) for page in context.pages]
    page = context.new_page()
    session = context.new_cdp_session(page)
    for origin in sorted({f"{each.scheme}://{each.netloc}" for each in places}):
        session.send(
            "Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "local_storage"}
        )
    for each in context.pages:
        each.close()


@pytest.fixture(scope="session")
def profiles(chromium: Browser) -> Profiles:
    """Profiles of one browser, for all tests of this process."""
    return Profiles(chromium)


@pytest.fixture
def visit(profiles: Profiles, address: str) -> Iterator[Visit]:
    """Open a page of the site: ``visit("/gym/", width=390, theme="dark", scripts=False)``.

    Afterwards, no page may have logged an error or asked for anything off its site.
    """
    faults: list[str] = []

    def note_request(request: Request) -> None:
        place = urlsplit(request.url)
        if place.scheme != "data" and place.hostname != "127.0.0.1" and place.scheme != "blob":
            faults.append(f"asked for {request.url}")

    def note_message(message: ConsoleMessage) -> None:
        if message.type == "error":
            faults.append(f"logged {message.text}")

    with profiles.lending() as lend:

        def open_page(
            path: str,
            *,
            width: int = 1440,
            height: int = 900,
            theme: str = "light",
            scripts: bool = True,
            touch: bool = False,
            at: str = address,
            tab_of: Page | None = None,
        ) -> Page:
            context = tab_of.context if tab_of else None
            if context is None:
                context = lend(
                    viewport={"width": width, "height": height},
                    color_scheme="dark" if theme == "dark" else "light",
                    java_script_enabled=scripts,
                    has_touch=touch,
                    reduced_motion="reduce",
                )
                context.grant_permissions(["clipboard-read", "clipboard-write"])
            page = context.new_page()
            page.on("request", note_request)
            page.on("console", note_message)
            page.on("pageerror", lambda error: faults.append(f"threw {error}"))
            page.goto(at + path)
            return page

        yield open_page
    assert faults == []
