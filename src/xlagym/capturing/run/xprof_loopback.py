"""XProf's web server, for this machine alone.

``python -m xlagym.capturing.run.xprof_loopback LOGS PORT``. XProf's own command listens on every
network interface, and so does the worker that it starts beside itself. One person looking at one
profile needs neither.
"""

from __future__ import annotations

import sys

HOST = "127.0.0.1"


def serve(logs: str, port: int) -> None:
    """Serve the profiles under ``logs`` until interrupted."""
    from xprof.profile_plugin_loader import ProfilePluginLoader
    from xprof.server import run_server
    from xprof.standalone.base_plugin import TBContext
    from xprof.standalone.plugin_event_multiplexer import DataProvider

    context = TBContext(logs, DataProvider(logs), TBContext.Flags(False))
    context.hide_capture_profile_button = True
    context.enable_tab_name_label = False
    context.src_prefix = None
    run_server(ProfilePluginLoader().load(context), HOST, port)


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]))
