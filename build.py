"""Build the site from a checkout: the same command line as the installed ``xlagym``."""

from xlagym.__main__ import run

if __name__ == "__main__":
    run("build.py")
