"""Pages of what ran, of what is published, and of the labs that bring the one for the other."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass
from html import unescape

import pytest

from tests.capturing.run.tpu_run import ID, PROJECT, tpu_run
from xlagym.captures.store import Store, load_capture, load_store
from xlagym.capturing.filing.bundle import pack_captures
from xlagym.capturing.filing.importing import import_bundle
from xlagym.keeping.keeper import Keeper
from xlagym.site.assembly import build
from xlagym.site.assembly.edition import Edition, open_edition
from xlagym.site.assembly.planning import paths as planned
from xlagym.site.assembly.project import Project
from xlagym.site.assembly.rendering import page
from xlagym.site.assembly.site_file import site_file

pytestmark = pytest.mark.slow

PUBLISHED = "attention-s8192@tpu-v6e.published"


@dataclass(frozen=True)
class Site:
    """Some pages of the project's site, by their site path."""

    edition: Edition
    pages: dict[str, str]

    def words(self, path: str) -> str:
        """What a reader sees: no markup, single spaces."""
        text = re.sub(r"<[^>]+>", " ", self.pages[path.lstrip("/") + "index.html"])
        return " ".join(unescape(text).split())


def rendered(store: Store, *paths: str) -> Site:
    """Render the pages at ``paths`` as if ``store`` were the project's."""
    with Keeper(None).in_use():
        edition = open_edition(Project(PROJECT), store)
        made = {
            site_file(path): page(edition, kind, path).decode()
            for kind in ("captures", "lab", "capture")
            for path in planned(edition, kind)
            if path in paths
        }
    return Site(edition, made)


@pytest.fixture(scope="module")
def today() -> Site:
    """The store as it is."""
    store, problems = load_store(PROJECT / "captures")
    assert problems == []
    return rendered(
        store,
        "/captures/",
        f"/captures/{PUBLISHED}/",
        "/captures/rnn@cpu.run/",
        "/captures/mlp@tpu-v6e/",
        "/labs/",
        "/labs/profile-bytes/",
        "/labs/capture-hlo/",
    )


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The store once a lab's run on a TPU has been packed, imported and filed."""
    folder = tmp_path_factory.mktemp("measured")
    made = tpu_run(folder / "lab")
    bundle = pack_captures([made.folder], folder / "profile-bytes.zip")
    shutil.copytree(PROJECT / "labs", folder / "checkout" / "labs")
    (folder / "checkout" / "captures").mkdir()
    (result,) = import_bundle(bundle, folder / "checkout")
    assert (result.id, result.notes, result.problems) == (ID, (), ())
    store, _ = load_store(PROJECT / "captures")
    filed = load_capture(folder / "checkout" / "captures" / ID)
    store = Store(store.root, {**store.captures, ID: filed})
    paths = (f"/captures/{ID}/", f"/captures/{PUBLISHED}/", "/captures/", "/labs/profile-bytes/")
    return rendered(store, *paths)


def test_nothing_is_wrong_with_the_labs_and_the_figures(today: Site) -> None:
    assert [problem for problem in today.edition.problems() if problem.rule != "stale"] == []
    assert [each.number for each in today.edition.labs] == ["X1", "X2", "X3"]


def test_a_cpu_run_tells_its_device_its_runs_and_its_ops(today: Site) -> None:
    words = today.words("/captures/rnn@cpu.run/")
    assert "rnn of labs/programs/rnn.py , run on CPU. measured" in words
    assert re.search(r"runs 10 in the window, told apart by run ids; 3 runs before", words)
    assert re.search(r"a run [\d.]+ ms at the median, quartiles [\d.]+ and [\d.]+, ", words)
    assert "waiting not recorded" in words
    assert "health Everything that this device should record is there." in words
    assert "hlo_stats 0 rows (it counts ops of device planes, and a CPU has none)" in words
    assert "look xlagym open rnn@cpu.run" in words
    assert re.search(r"ynn_fusion custom fusion 128 [\d.]+ ms quartiles", words)


def test_ops_lead_to_their_lines(today: Site) -> None:
    page = today.pages["captures/rnn@cpu.run/index.html"]
    links = dict(re.findall(r'<a href="#hlo-(\d+)"><code>([^<]+)</code></a>', page))
    lines = today.edition.store.get("rnn@cpu.run").text("optimized.hlo").split("\n")
    assert len(links) >= 8
    assert all(f"%{name} = " in lines[int(line) - 1] for line, name in links.items())
    assert all(f'id="hlo-{line}"' in page for line in links)


def test_a_compiled_capture_says_nothing_of_runs(today: Site) -> None:
    words = today.words("/captures/mlp@tpu-v6e/")
    assert "What ran" not in words
    assert "LAB·X1 makes it" in words


def test_published_figures_name_their_source(today: Site) -> None:
    words = today.words(f"/captures/{PUBLISHED}/")
    assert "on TPU v6e: quoted, not regenerated here. published" in words
    assert "217.6 µs Hardware time of the two ops that carry the scores" in words
    assert "1,287.5 GB/s Bandwidth that the pure copy achieved." in words
    assert "XProf, and the three accounts XLA-three-accounts" in words
    assert "From figures.yml , quoted and not made here." in words
    assert "command" not in words.partition("How it was made")[2].partition("Files")[0]
    assert "A measured run has taken the place" not in words


def test_the_index_lists_what_ran_apart_from_what_was_compiled(today: Site) -> None:
    words = today.words("/captures/")
    head, _, timed = words.partition("What ran")
    assert "cpu.run" not in head
    assert re.search(r"rnn@cpu\.run CPU [\d.]+ ms measured", timed)
    assert f"{PUBLISHED} TPU v6e 217.6 µs published" in timed


def test_a_tpu_run_from_a_lab_has_its_page(measured: Site) -> None:
    words = measured.words(f"/captures/{ID}/")
    assert "naive_attention of labs/programs/attention.py , run on TPU v6e. measured" in words
    assert "device TPU v6 lite" in words
    assert "runs 3 in the window, told apart by module events; 3 runs before" in words
    # 0.5 + 100 + 2 + 118.6: the middle one of three runs worked out by hand.
    assert "a run 221.1 µs at the median, quartiles 220.6 and 222.1, extremes 220.1" in words
    assert "waiting 2.0 µs exposed 2.5 µs" in words
    assert re.search(r"online-softmax .* 1 118\.6 µs quartiles 118\.1 and 119\.1", words)
    assert "LAB·X2 makes it" in words
    assert f"quoted until it was measured: {PUBLISHED}" in words


def test_the_measured_run_takes_the_place_of_the_figures(measured: Site) -> None:
    words = measured.words(f"/captures/{PUBLISHED}/")
    assert f"A measured run has taken the place of these figures: {ID}" in words
    number = measured.edition.workbook.evaluate(
        "t/carriers", 'account("attention-s8192@tpu-v6e").timeline.carriers', show="µs", digits=1
    )
    assert (number.text, number.basis) == ("218.6 µs", "measured")


def test_a_lab_page_shows_what_it_runs_and_what_came_of_it(today: Site, measured: Site) -> None:
    words = today.words("/labs/profile-bytes/")
    assert "labs › LAB·X2 Time naive attention, and turn the time into bytes" in words
    assert f"{ID} not captured yet: it needs a TPU" in words
    assert "lab.capture(PROGRAMS, TARGET)" in words
    assert "Open in Colab Download the notebook" in words
    assert f"{ID} measured" in measured.words("/labs/profile-bytes/")
    made = today.words("/labs/capture-hlo/")
    assert "attention-s1024@tpu-v6e compiled mlp@tpu-v6e compiled rnn@tpu-v6e compiled" in made


def test_a_lab_page_asks_nobody_else_for_anything(today: Site) -> None:
    page = today.pages["labs/profile-bytes/index.html"]
    assert "<img" not in page
    fetched = re.findall(r'(?:src|href)="(https?:[^"]+)"', page)
    assert fetched == [
        "https://colab.research.google.com/github/xlagym/xlagym/blob/main/labs/profile-bytes.ipynb"
    ]


def test_the_index_of_labs_says_which_need_a_device(today: Site) -> None:
    words = today.words("/labs/")
    assert "LAB·X1 runs anywhere Capture what the compiler wrote" in words
    assert "LAB·X2 needs a TPU Time naive attention" in words
    assert "LAB·X3 runs anywhere Find the pass that did it" in words


def test_notebooks_are_downloads(today: Site) -> None:
    files = build._downloads(today.edition)
    notebook = json.loads(files["labs/capture-passes.ipynb"].load())
    assert notebook["nbformat"] == 4
    assert files["captures/rnn@cpu.run/xprof/hlo_stats.json"].load().startswith(b"{")
