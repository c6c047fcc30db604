"""Projects that somebody broke, by accident or with intent: told by name, never a traceback."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.captures.signing import sign
from xlagym.captures.packing import pack, unpack
from xlagym.cli import main
from xlagym.site.assembly.build import assemble
from xlagym.site.assembly.project import Project

LOCK = "content/numbers.lock"
CAPTURE = "captures/attention-s1024@tpu-v6e"
CHAPTER = "content/xla/05-fusion/chapter.md"
STATION = Path(__file__).parent / "fixtures/hostile/07-fusion-xray.yml"
"""A station over the one capture of the site."""


@pytest.fixture
def site(small_site: Path, tmp_path: Path) -> Path:
    """A copy of the small site to break."""
    return Path(shutil.copytree(small_site, tmp_path / "site-to-break"))


def told(site: Path) -> list[str]:
    """The problems of a site, each in one line."""
    problems = assemble(Project(site), cached=False).problems
    assert all(problem.advice for problem in problems)
    return [str(problem).partition("\n")[0] for problem in problems]


def command(site: Path, *arguments: str, **environment: str) -> Result:
    """Run a command on a site; whatever it meets, it must end as commands do."""
    done = CliRunner(env=environment).invoke(main, ["--project", str(site), *arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done


def run(site: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command on a site, in a process of its own; it must not show a traceback."""
    done = subprocess.run(
        [sys.executable, "-m", "xlagym", "--project", str(site), *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )
    assert "Traceback" not in done.stderr + done.stdout
    return done


def binary(path: Path) -> None:
    path.write_bytes(b"\n" + bytes(range(128, 256)))


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


FILES = (
    "content/site.yml",
    "content/sources.yml",
    "content/glossary.yml",
    "content/constants.yml",
    LOCK,
    "content/xla/05-fusion/numbers.yml",
    CHAPTER,
    "labs/programs/attention.py",
    "templates/base.html",
    "static/css/page/base.css",
    "static/js/page/theme.js",
)


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("harm", [binary, folder])
def test_something_else_than_a_text(site: Path, file: str, harm: Callable[[Path], None]) -> None:
    harm(site / file)
    first = told(site)[0]
    assert Path(file).name in first or Path(file).stem in first
    if harm is binary:
        assert first == (
            f"{file}:2: {'stale' if 'labs' in file else 'input'}: it is no UTF-8: the byte 0x80 "
            "can't stand where it does"
        )


@pytest.mark.parametrize("file", FILES)
def test_what_other_editors_write(site: Path, file: str) -> None:
    text = (site / file).read_text(encoding="utf-8")
    (site / file).write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert told(site) == []


HARMS: dict[str, Callable[[bytes], bytes]] = {
    "nothing": lambda _: b"",
    "binary": lambda _: bytes(range(256)) * 50,
    "words": lambda _: b"just words\n",
    "half": lambda content: content[: len(content) // 2],
    "twice": lambda content: content + content,
    "upside down": lambda content: b"\n".join(content.split(b"\n")[::-1]),
    "huge figures": lambda content: re.sub(rb"\d+", b"9" * 30, content),
    "negative figures": lambda content: re.sub(rb"(\d+)", rb"-\1", content),
    "brackets": lambda _: b"[" * 200_000,
    "carriage returns": lambda content: content.replace(b"\n", b"\r"),
}
"""What may become of a file of evidence, its hash signed again."""


@pytest.mark.slow
@pytest.mark.parametrize("harm", HARMS)
def test_evidence_made_up_and_signed(site: Path, harm: str) -> None:
    folder = site / CAPTURE
    (site / "content/gym").mkdir()
    shutil.copyfile(STATION, site / "content/gym/07-fusion-xray.yml")
    for path in sorted(folder.iterdir()):
        if path.name == "capture.yml":
            continue
        whole, manifest = path.read_bytes(), (folder / "capture.yml").read_text(encoding="utf-8")
        path.write_bytes(HARMS[harm](whole))
        sign(path)
        told(site)
        path.write_bytes(whole)
        (folder / "capture.yml").write_text(manifest, encoding="utf-8")


def test_a_lock_in_the_middle_of_a_merge(site: Path) -> None:
    lock = site / LOCK
    whole = lock.read_text(encoding="utf-8")
    line = next(each for each in whole.split("\n") if each.startswith("xla/05/moved"))
    other = line.replace("4726848", "4726849")
    lock.write_text(
        whole.replace(line, f"<<<<<<< HEAD\n{line}\n=======\n{other}\n>>>>>>> theirs"),
        encoding="utf-8",
    )
    problems = told(site)
    assert [each.partition(": ")[2] for each in problems] == [
        "lock: the line is where git left two versions to choose from",
        "lock: the line is where git left two versions to choose from",
        "lock: the line has 'xla/05/moved' a second time",
        "lock: the line is where git left two versions to choose from",
    ]
    assert command(site, "numbers").exit_code == 1
    accepted = command(site, "numbers", "--accept")
    assert accepted.exit_code == 0, accepted.stderr
    assert lock.read_text(encoding="utf-8") == whole


def test_an_older_lock_that_git_does_not_have(site: Path, tmp_path: Path) -> None:
    outside = command(site, "numbers", "--against", "HEAD")
    assert outside.exit_code == 1
    assert "git has no lock at 'HEAD': fatal: not a git repository" in outside.stderr
    without = command(site, "numbers", "--against", "HEAD", PATH="")
    assert "git: lock: it is not installed" in without.stderr
    subprocess.run(["git", "init", "-q", str(site)], check=True)
    for revision in ("HEAD", "nowhere", "", "-h", f"--output={tmp_path}/written"):
        done = command(site, "numbers", f"--against={revision}")
        assert done.exit_code == 1
        assert f"git has no lock at '{revision}'" in done.stderr
    assert not (tmp_path / "written:").exists()


def test_the_terminal_shows_no_control_sequences(site: Path) -> None:
    name = "\x1b[2J\u202egnihton\udcff"
    (site / "captures" / os.fsencode(name).decode("utf-8", "surrogateescape")).mkdir()
    done = run(site, "check", PYTHONIOENCODING="ascii:strict", LC_ALL="C")
    assert done.returncode == 1
    assert r"captures/\x1b[2J\u202egnihton\udcff/capture.yml: manifest:" in done.stderr


class Markup(HTMLParser):
    """Collects what a page would run or load, and what is no attribute of ours."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        known = re.search(r"assets/[\w.-]+\.js$", given.get("src", ""))
        # A block of data runs nothing; what breaks out of it is met as a tag of its own.
        data = given.get("type") == "application/json" and "src" not in given
        if tag == "script" and not known and not data:
            self.found.append(str(given))
        if tag in {"iframe", "object", "embed", "base", "frame", "foreignobject"}:
            self.found.append(tag)
        for name, value in given.items():
            if name.startswith("on") or name in {"style", "srcdoc", "formaction"}:
                self.found.append(f"{tag} {name}={value}")
            where = name in {"href", "src", "action", "data", "xlink:href"}
            if where and re.match(r"\s*(javascript|vbscript|data:text)", value, re.IGNORECASE):
                self.found.append(f"{tag} {name}={value}")
            if not re.fullmatch(r"[a-z][a-z0-9:-]*", name):
                self.found.append(f"{tag} has {name!r}")

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def run_by_browsers(site: Path) -> tuple[list[str], str]:
    """What the pages of a site would run besides the known scripts, and all their text."""
    files = assemble(Project(site), cached=False).files
    markup = Markup()
    for name, content in files.items():
        if name.endswith(".html"):
            markup.feed(content.load().decode())
    assert "index.html" in files
    return markup.found, "".join(markup.text)


MARKUP = (
    "<script>alert(1)</script>",
    '"onmouseover="alert(1)',
    "'onfocus='alert(1)",
    "</script><script>alert(1)</script>",
    "</title></textarea><iframe src=//evil.example>",
    "--><svg/onload=alert(1)>",
    "javascript:alert(1)",
    "{{ 7 + 7 }}{% raw %}",
    "\u202egnihton\u200b",
)


@pytest.mark.parametrize("markup", MARKUP)
def test_markup_in_evidence_is_shown_as_text(site: Path, markup: str) -> None:
    (site / "content/gym").mkdir()
    shutil.copyfile(STATION, site / "content/gym/07-fusion-xray.yml")
    name, quoted = re.sub(r"[\s(){}=,]", "/", markup), markup.replace('"', '\\"')
    harms: dict[str, Callable[[str], str]] = {
        "optimized.hlo": lambda text: re.sub(
            r'op_name="[^"]*"',
            lambda _: f'op_name="{quoted}"',
            text.replace("online-softmax", name).replace("jit_naive_attention", name),
        ),
        "stablehlo.debug.mlir": lambda text: text.replace('"labs/', f'"{quoted}labs/'),
        "passes.json.xz": lambda text: text.replace("tpu_fusion", quoted),
        "forecast.json": lambda text: text.replace("online-softmax", quoted),
        "live-range.txt": lambda text: text.replace("online-softmax", name),
        "memory-usage.txt": lambda text: f"{text}\n{markup}\n",
        "program.py": lambda text: f"{text}\n# {markup}\n",
    }
    for file, harm in harms.items():
        path = site / CAPTURE / file
        packed = path.suffix == ".xz"
        whole = unpack(path.read_bytes()) if packed else path.read_bytes()
        harmed = harm(whole.decode()).encode()
        assert harmed != whole
        path.write_bytes(pack(harmed) if packed else harmed)
        sign(path)
    manifest = site / CAPTURE / "capture.yml"
    text = manifest.read_text(encoding="utf-8")
    for field in ("device_kind", "licence", "command", "topology"):
        text = re.sub(rf"(?m)^{field}: .*$", lambda _: f"{field}: {json.dumps(markup)}", text)  # noqa: B023
    manifest.write_text(text, encoding="utf-8")
    found, text = run_by_browsers(site)
    assert found == []
    if "\u202e" not in markup:
        assert markup in text
        assert name in text


@pytest.mark.parametrize("markup", MARKUP)
def test_markup_of_authors_is_shown_as_text(site: Path, markup: str) -> None:
    quoted = json.dumps(markup)
    for file, field in (("site.yml", "lede"), ("site.yml", "summary"), ("glossary.yml", "is")):
        path = site / "content" / file
        text = path.read_text(encoding="utf-8")
        changed = re.sub(rf"(?m)^( *{field}): .*$", lambda part: f"{part[1]}: {quoted}", text)
        assert changed != text
        path.write_text(changed, encoding="utf-8")
    sources = site / "content/sources.yml"
    text = sources.read_text(encoding="utf-8")
    sources.write_text(text.replace("https://docs.jax.dev/", quoted), encoding="utf-8")
    with (site / CHAPTER).open("a", encoding="utf-8") as chapter:
        chapter.write(
            f"\n## {markup} {{#a}}\n\n{markup} [x]({markup}) ![{markup}]({markup} '{markup}') "
            f"<{markup}> [y][z] {{term}}`{markup}|fusion` ${markup}$ `{markup}`\n\n"
            f"[z]: <{markup}> '{markup}'\n\n| {markup} |\n| --- |\n| {markup} |\n\n"
            f":::{{details}} {markup}\n{markup}\n:::\n\n```{markup}\n{markup}\n```\n\n"
            f"```{{listing}} attention-s1024@tpu-v6e stablehlo.mlir\nlines: 1\n"
            f"caption: {markup}\n```\n"
        )
    found, text = run_by_browsers(site)
    assert found == []
    if "\u202e" not in markup:
        assert markup in text


def test_what_is_said_is_no_markup(site: Path) -> None:
    (site / "labs/matrix.yml").write_text(
        "- {program: attention, variants: [attention-s1024], targets: [tpu-v6e]}\n"
    )
    manifest = site / CAPTURE / "capture.yml"
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(re.sub(r"(?m)^id: .*$", "id: '[/x]'", text), encoding="utf-8")
    listed = run(site, "capture", "--list", COLUMNS="200")
    assert "faulty: 'id' is '[/x]', expected VARIANT@TARGET" in listed.stdout
    checked = command(site, "check")
    assert "'id' is '[/x]'" in checked.stderr


def test_an_unknown_capture_to_open(site: Path) -> None:
    done = command(site, "open", "attention-s1024@tpu-v6")
    assert done.exit_code == 1
    assert "did you mean attention-s1024@tpu-v6e" in done.stderr


def test_a_site_that_may_not_be_replaced(site: Path) -> None:
    (site / "site").write_text("mine")
    done = command(site, "build")
    assert done.exit_code == 1
    assert done.stderr.startswith("site/: output: it is no folder")
    assert (site / "site").read_text() == "mine"


@pytest.mark.slow
def test_builds_at_once_all_succeed(site: Path) -> None:
    command = [sys.executable, "-m", "xlagym", "--project", str(site), "build"]
    builds = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for _ in range(3)
    ]
    told = [build.communicate()[0] for build in builds]
    assert [build.returncode for build in builds] == [0, 0, 0], told
    assert (site / "site/index.html").is_file()
    assert [path.name for path in site.iterdir() if path.name.startswith(".site")] == []
