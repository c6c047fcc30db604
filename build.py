"""Build the site from a checkout: the same command line as the installed ``xlagym``."""

from xlagym.cli import main

if __name__ == "__main__":
    main()
