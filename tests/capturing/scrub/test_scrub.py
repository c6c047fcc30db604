"""Nothing of the machine stays in the evidence, and nothing else goes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlagym.capturing.scrub.scrub import Machine, scrub

RULES = Machine(
    project="/home/ada/gym",
    folders=("/home/ada/gym/.cache/capturing/17-a@cpu-x", "/tmp"),
    home="/home/ada",
    host="vm",
    user="ada",
).rules()


@pytest.mark.parametrize(
    ("text", "clean", "found"),
    [
        ('"/home/ada/gym/labs/p.py":3:4', '"labs/p.py":3:4', ["absolute paths of the project"]),
        ("in /home/ada/gym, line 3", "in , line 3", ["absolute paths of the project"]),
        ("/home/ada/gymnasium/x", "~/gymnasium/x", ["the home folder"]),
        (
            "/home/ada/gym/.venv/lib/python3.12/site-packages/jax/a.py",
            "site-packages/jax/a.py",
            ["absolute paths of packages"],
        ),
        ("/opt/env/lib/site-packages/x.py", "site-packages/x.py", ["absolute paths of packages"]),
        ("see /tmp/dump/a.txt", "see dump/a.txt", ["temporary folders"]),
        ("/home/ada/gym/.cache/capturing/17-a@cpu-x/dump", "dump", ["temporary folders"]),
        ("/Users/ada/b", "/Users/USER/b", ["the user's name"]),
        ("/home/adam/b", "/home/adam/b", []),
        ("on vm: failed", "on HOST: failed", ["the host's name"]),
        ("%vm.1 = estimated_scoped_vmem vm-1 x.vm", "%vm.1 = estimated_scoped_vmem vm-1 x.vm", []),
        ("a/tmp/b", "a/tmp/b", []),
    ],
)
def test_scrubbing(text: str, clean: str, found: list[str]) -> None:
    assert scrub(text, RULES) == (clean, tuple(found))


def test_a_machine_called_localhost_gives_nothing_away() -> None:
    rules = Machine("/p", ("/tmp",), "/root", "localhost", "root").rules()
    assert scrub("TPU_WORKER_HOSTNAMES=localhost", rules) == ("TPU_WORKER_HOSTNAMES=localhost", ())


@given(st.text(st.sampled_from("/homeadgyvmtp .%-x"), max_size=60))
def test_scrubbing_twice_is_scrubbing_once(text: str) -> None:
    once, _ = scrub(text, RULES)
    assert "/home/ada/gym/" not in once
    twice, _ = scrub(once, RULES)
    assert scrub(twice, RULES)[0] == twice


@given(st.text(max_size=200).filter(lambda text: "/" not in text and "vm" not in text))
def test_texts_without_paths_stay(text: str) -> None:
    assert scrub(text, RULES) == (text, ())
