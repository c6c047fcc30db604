"""A chip more is one entry of the table: everything that lists chips takes it from there.

TPU v9 is made up, and so are its captures: those of v6e, where other memories are used and more
code is made of one program, and nothing else is changed of the other.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
import yaml

from tests.captures.signing import sign
from tests.places import ROOT
from tests.small_site import PADDING
from xlagym.captures.manifest import read_manifest
from xlagym.captures.store import Store, load_store
from xlagym.capturing.programs.matrix import read_matrix
from xlagym.capturing.targets.targets import known_targets, target_of
from xlagym.chips.chip import Chip, Libtpu
from xlagym.chips.names import chip_name
from xlagym.chips.table import CHIPS
from xlagym.cli import xray
from xlagym.course.checks.literals import without_literals
from xlagym.evidence.hlo.spaces import space_name
from xlagym.gym import build_station
from xlagym.gym.rounds.spec import read_spec
from xlagym.gym.rounds.station import Room
from xlagym.inputs.located_yaml import read_yaml
from xlagym.numbers.constants import read_constants
from xlagym.numbers.tables.chip_matrix import letter
from xlagym.numbers.workbook import Workbook
from xlagym.site.assembly.build import assemble
from xlagym.site.assembly.project import Project

V9 = Chip("tpu-v9", "TPU v9", ("TPU v9",), Libtpu("v9", "v9"), memories={3: "CMEM"})
OLD = ("tpu-v4", "tpu-v5e", "tpu-v5p", "tpu-v6e", "tpu-7x")
VARIANTS = {"mlp": "mlp", "chain": "chain"}
SPEC = "content/gym/16-which-chip.yml"


@pytest.fixture(scope="module", autouse=True)
def six() -> Iterator[None]:
    """The one entry."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(CHIPS, V9.name, V9)
        yield


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory, six: None) -> Path:
    """A small site with two programs on six chips, and GYM·16 as the course has it."""
    root = tmp_path_factory.mktemp("six") / "site"
    shutil.copytree(ROOT / "tests/sites_invalid/valid", root)
    for name in ("templates", "static"):
        (root / name).symlink_to(ROOT / name)
    (root / "labs/programs").mkdir(parents=True)
    for program in (*VARIANTS.values(), "attention"):
        shutil.copy(ROOT / f"labs/programs/{program}.py", root / "labs/programs")
    shutil.copytree(
        ROOT / "captures/attention-s1024@tpu-v6e", root / "captures/attention-s1024@tpu-v6e"
    )
    for variant in VARIANTS:
        for chip in OLD:
            id = f"{variant}@{chip}"
            shutil.copytree(ROOT / "captures" / id, root / "captures" / id)
        make_up(root / "captures", variant)
    chapter = root / "content/xla/05-fusion/chapter.md"
    chapter.write_text(f"{chapter.read_text()}\nA TPU v9 is made up.\n\n{PADDING}\n")
    constants = yaml.safe_load((ROOT / "content/constants.yml").read_text())
    constants["tpu-v9"] = constants["tpu-v4"]
    (root / "content/constants.yml").write_text(yaml.safe_dump(constants))
    spec = yaml.safe_load((ROOT / SPEC).read_text())
    spec |= {"chapters": ["xla/05"], "programs": {name: f"the {name}" for name in VARIANTS}}
    (root / "content/gym").mkdir()
    (root / SPEC).write_text(yaml.safe_dump(spec, allow_unicode=True))
    site = root / "content/site.yml"
    site.write_text(
        f"{site.read_text()}  - {{number: 16, slug: which-chip, title: Which chip, part: drills,"
        " summary: One of six.}\n"
    )
    return root


def make_up(captures: Path, variant: str) -> None:
    """A capture of v9 out of that of v6e."""
    folder = captures / f"{variant}@tpu-v9"
    shutil.copytree(captures / f"{variant}@tpu-v6e", folder)
    manifest = folder / "capture.yml"
    text = manifest.read_text().replace("tpu-v6e", "tpu-v9").replace("TPU v6 lite", "TPU v9")
    manifest.write_text(text.replace("v6e:1x1", "v9:1x1"))
    if variant == "mlp":
        hlo, memory = folder / "optimized.hlo", folder / "memory.json"
        hlo.write_text(hlo.read_text().replace("S(1)", "S(3)"))
        memory.write_text(
            memory.read_text().replace('code_size_in_bytes": 2', 'code_size_in_bytes": 3')
        )
        sign(hlo)
        sign(memory)


@pytest.fixture(scope="module")
def pages(project: Path) -> dict[str, str]:
    """The pages of the small site; nothing is wrong with it but that no number is accepted."""
    site = assemble(Project(project), cached=False)
    assert {problem.rule for problem in site.problems} <= {"lock"}, site.problems
    return {
        path: file.load().decode() for path, file in site.files.items() if path.endswith(".html")
    }


@pytest.fixture(scope="module")
def store(project: Path) -> Store:
    store, problems = load_store(project / "captures")
    assert problems == []
    return store


def test_it_has_a_title_in_every_place() -> None:
    names = ("tpu-v9", "tpu-v9-2x4", "tpu-v9.run")
    assert [chip_name(name) for name in names] == ["TPU v9", "TPU v9-2x4", "TPU v9"]
    assert without_literals("a TPU v9, the v9, tpu-v9-2x4") == "a       , the   ,           "
    assert (space_name(3, "tpu-v9"), space_name(1, "tpu-v9.run")) == ("CMEM", "VMEM")


def test_it_is_a_target_and_so_are_its_slices() -> None:
    chip, pod, here = (target_of(f"tpu-v9{rest}") for rest in ("", "-2x4", ".run"))
    assert chip is not None and pod is not None and here is not None
    assert (chip.topology, pod.topology, here.topology) == ("v9:1x1", "v9:2x4", None)
    assert pod.environment()["TPU_ACCELERATOR_TYPE"] == "v9-8"
    assert here.fits("TPU v9")
    assert {"tpu-v9", "tpu-v9.run"} <= set(known_targets().split(", "))


def test_the_matrix_asks_for_it_wherever_every_tpu_is_asked_for() -> None:
    jobs = {job.id: job for job in read_matrix(ROOT)}
    assert jobs["rnn@tpu-v9"].on.chip is V9
    assert "rnn@cpu" in jobs
    assert "exp@tpu-v9" not in jobs  # it asks for v6e alone


def test_a_station_asks_for_it_wherever_every_tpu_is_asked_for() -> None:
    file = ROOT / "content/gym/07-fusion-xray.yml"
    assert read_spec(read_yaml(file.read_text(), file.name)).targets == (*OLD, "tpu-v9")


def test_the_help_lists_it() -> None:
    assert xray.__file__ is not None
    spec = spec_from_file_location("xray_anew", xray.__file__)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    assert "tpu-v6e, tpu-7x, tpu-v9, and slices of pods" in module.command.help


def test_its_constants_are_looked_up(project: Path) -> None:
    text = (project / "content/constants.yml").read_text()
    assert read_constants(text).chips["tpu-v9"]["lanes"].value == 128


def test_pages_count_six_chips(pages: dict[str, str]) -> None:
    assert "<h1>Six chips</h1>" in pages["chips/index.html"]
    assert "TPU 7x and TPU v9." in pages["chips/index.html"]
    page = pages["chips/mlp/index.html"]
    assert "<title>mlp on six chips" in page
    assert "on six generations of TPU." in page
    assert '<th scope="colgroup" colspan="7">' in page
    assert '<th scope="col"><a href="../../captures/mlp@tpu-v9/">TPU v9</a></th>' in page
    assert "on six chips</a>" in pages["captures/mlp@tpu-v9/index.html"]
    assert not any(re.search(r"\bfive (chips|generations)", page) for page in pages.values())


def test_the_index_of_captures_has_it_last(pages: dict[str, str]) -> None:
    heads = re.findall(r'<th scope="col">(TPU \w+)</th>', pages["captures/index.html"])
    assert heads == ["TPU v4", "TPU v5e", "TPU v5p", "TPU v6e", "TPU 7x", "TPU v9"]


def test_it_has_letters_of_its_own_where_it_decided_otherwise(pages: dict[str, str]) -> None:
    def letters(variant: str, label: str) -> list[str]:
        page = pages[f"chips/{variant}/index.html"]
        (row,) = re.findall(rf'<tr>\s*<th scope="row"><b>{label}</b>(.*?)</tr>', page, re.S)
        return re.findall(r"group </span>(\w+)</span>", row)

    memories, converts = letters("mlp", "memories"), letters("chain", "converts")
    assert len(memories) == len(converts) == 6
    assert memories[5] not in memories[1:5]  # v4 has CMEM, too
    assert converts[5] == converts[3]


def test_letters_do_not_run_out() -> None:
    assert [letter(at) for at in (0, 5, 25, 26, 51, 52, 701, 702)] == [
        *("a", "f", "z", "aa", "az", "ba", "zz", "aaa")
    ]


def test_rounds_ask_for_it_among_six(project: Path, store: Store, pages: dict[str, str]) -> None:
    constants = read_constants((project / "content/constants.yml").read_text())
    document = read_yaml((project / SPEC).read_text(), SPEC)
    station = build_station(document, store, Workbook(store, constants).evaluate)
    (room,) = (room for room in station.rooms if room.variant == "mlp")
    assert isinstance(room, Room)
    (round,) = (each for each in room.rounds if each.key == ("tpu-v9",))
    assert len(room.rounds) >= 2
    told = str(round)
    assert "TPU v9" in told and "All six chips side by side" in told
    vmem, _, common = room.facts
    assert (len(vmem.numbers), vmem.words[-1]) == (6, "v9")
    assert common.words == ("v4", "v9")
    assert "compiled for six generations of TPU" in pages["gym/16-which-chip/mlp/index.html"]


def test_its_captures_are_real_in_form(store: Store, project: Path) -> None:
    text = (project / "captures/mlp@tpu-v9/capture.yml").read_text()
    manifest = read_manifest(text, "capture.yml")
    assert (manifest.target, manifest.topology) == ("tpu-v9", "v9:1x1")
    assert store.captures["chain@tpu-v9"].chip == "tpu-v9"
