"""Addresses of pages: absolute within the site while we build, relative on the page.

Relative links let the same files be served from a domain's root, from a sub-path, or from
a folder on disk.
"""

from __future__ import annotations

import posixpath
import re
import unicodedata


def relative(page: str, target: str) -> str:
    """``target`` (``/glossary/#tile``) as a link on ``page`` (``/l/xla/05-fusion/``).

    Links that don't start with a slash (``#here``, ``https://…``) come back as they are.
    """
    if not target.startswith("/") or target.startswith("//"):
        return target
    path, mark, anchor = target.partition("#")
    here = page if page.endswith("/") else posixpath.dirname(page) + "/"
    if path == here:
        return mark + anchor if mark else "./"
    link = posixpath.relpath(path, here)
    slash = "/" if path.endswith("/") and not link.endswith("/") else ""
    return f"{link}{slash}{mark}{anchor}"


def slug(text: str) -> str:
    """A stable anchor from a heading or a name: ASCII letters, digits and hyphens."""
    parts = unicodedata.normalize("NFKD", text)
    folded = "".join(part for part in parts if not unicodedata.combining(part))
    return re.sub(r"[^a-z0-9]+", "-", folded.lower()).strip("-")
