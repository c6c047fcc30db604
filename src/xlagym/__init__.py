"""xlagym: a course about the XLA compiler whose every number is computed from evidence."""

__version__ = "0.1.0"
