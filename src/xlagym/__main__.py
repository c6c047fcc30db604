"""``python -m xlagym`` is the same as ``xlagym``."""

from xlagym.cli import main

main(prog_name="xlagym")
