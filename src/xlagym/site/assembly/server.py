"""The author's preview: a loopback server that rebuilds on a change and reloads open pages."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import watchfiles

from xlagym.inputs.problems import Problem, ProblemError
from xlagym.site.assembly.build import Session
from xlagym.site.assembly.project import Project
from xlagym.site.assembly.rendering import SiteCounts

_RELOAD_SCRIPT = b"""new EventSource("/-/changes").onmessage = () => location.reload();"""
_RELOAD_TAG = b'<script src="/-/reload.js"></script>'


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What one rebuild did."""

    changed: tuple[str, ...]
    """Files that changed, relative to the project; empty for the first build."""
    problems: Sequence[Problem]
    counts: SiteCounts | None
    seconds: float


class Rebuilds:
    """Counts good rebuilds; open pages wait on it."""

    def __init__(self) -> None:
        self._count = 0
        self._changed = threading.Condition()

    def announce(self) -> None:
        """Let every waiting page know that it should reload."""
        with self._changed:
            self._count += 1
            self._changed.notify_all()

    def wait(self, seen: int, timeout: float) -> int:
        """The count of rebuilds, once it differs from ``seen`` or ``timeout`` seconds are over."""
        with self._changed:
            self._changed.wait_for(lambda: self._count != seen, timeout)
            return self._count

    @property
    def count(self) -> int:
        """How many rebuilds there have been."""
        return self._count


class Handler(SimpleHTTPRequestHandler):
    """Serves the built files; adds the reload script to pages on their way out."""

    def __init__(self, *args: Any, changes: Rebuilds, **kwargs: Any) -> None:
        self.changes = changes
        super().__init__(*args, **kwargs)

    def do_GET(self) -> None:
        """Answer one request; /-/ holds what only the preview has."""
        path = self.path.partition("?")[0]
        if path == "/-/changes":
            self._stream_changes()
        elif path == "/-/reload.js":
            self._send(_RELOAD_SCRIPT, "text/javascript")
        elif path.endswith("/") and (content := self._page(path)) is not None:
            self._send(content, "text/html; charset=utf-8")
        else:
            super().do_GET()

    def translate_path(self, path: str) -> str:
        """The file that answers ``path``, always inside the site; a NUL stands in no name."""
        return super().translate_path(path).replace("\0", "")

    def _page(self, path: str) -> bytes | None:
        """The page of a folder with the script that reloads it; None where there is none."""
        try:
            content = (Path(self.translate_path(path)) / "index.html").read_bytes()
        except OSError:
            return None
        return content.replace(b"</body>", _RELOAD_TAG + b"</body>")

    def _send(self, content: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(content)

    def _stream_changes(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        seen = self.changes.count
        try:
            while True:
                now = self.changes.wait(seen, timeout=20)
                self.wfile.write(b": still here\n\n" if now == seen else b"data: rebuilt\n\n")
                self.wfile.flush()
                seen = now
        except OSError:
            return  # the page was closed

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing of single requests: the screen is for rebuilds."""


class Preview(ThreadingHTTPServer):
    """A browser may go away at any moment; that is no news."""

    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Tell of errors but those of a connection that was closed."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def serve(
    project: Project, port: int, tell: Callable[[Rebuilt], None], ready: Callable[[str], None]
) -> None:
    """Build, serve on loopback, and rebuild on each change until interrupted.

    ``tell`` hears of each rebuild, ``ready`` of the address. Raises ProblemError when the port is
    taken.
    """
    changes = Rebuilds()
    handler = partial(Handler, directory=str(project.output), changes=changes)
    try:
        server = Preview(("127.0.0.1", port), handler)
    except OSError as error:
        raise ProblemError(
            Problem(
                f"port {port}",
                f"can't listen on it: {error.strerror}",
                "choose another with --port",
            )
        ) from error
    session = Session(project)
    tell(_rebuild(session, ()))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    ready(f"http://127.0.0.1:{server.server_port}/")
    watched = [project.content, project.captures, project.labs, project.templates, project.static]
    try:
        folders = [folder for folder in watched if folder.is_dir()]
        for batch in watchfiles.watch(*folders, debounce=400, step=20):
            names = tuple(sorted(project.name(Path(path)) for _, path in batch))
            rebuilt = _rebuild(session, names)
            tell(rebuilt)
            if not rebuilt.problems:
                changes.announce()
    finally:
        server.shutdown()


def _rebuild(session: Session, changed: tuple[str, ...]) -> Rebuilt:
    start = time.perf_counter()
    try:
        session.look_again(changed)
        result = session.build()
        problems, counts = result.problems, result.counts
    except ProblemError as error:
        problems, counts = list(error.problems), None
    except OSError as error:  # a file that is gone or locked for a moment, as editors do it
        advice = "see to it; the next change builds again"
        problems = [Problem(str(error.filename), error.strerror or str(error), advice)]
        counts = None
    return Rebuilt(changed, problems, counts, time.perf_counter() - start)
