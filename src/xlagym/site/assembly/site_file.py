"""Addresses of pages: the file that answers one, and links that are relative to a page."""

from __future__ import annotations


def site_file(path: str) -> str:
    """The file of the site that answers ``path``: ``/gym/`` → ``gym/index.html``."""
    return (path + "index.html" if path.endswith("/") else path).lstrip("/")


def relative(path: str, page: str) -> str:
    """``path`` (site-absolute, fragment kept) as a link on the page at ``page``.

    Relative links let the same files serve from a domain's root and from a sub-path.
    """
    if not path.startswith("/"):
        return path
    place, hash_mark, fragment = path.partition("#")
    if place == page and hash_mark:
        return f"#{fragment}"
    up = "../" * (page.count("/") - 1)
    return f"{up}{place[1:]}{hash_mark}{fragment}" or "./"
