from __future__ import annotations

import pytest

from tests.numbers.workbooks import problem, real_constants
from tests.places import ROOT
from xlagym.inputs.problems import ProblemError
from xlagym.numbers.constants import read_constants

ENUMS = {
    "tpu-v4": ("TPU_V4", 2),
    "tpu-v5e": ("TPU_V5E", 1),
    "tpu-v5p": ("TPU_V5P", 2),
    "tpu-v6e": ("TPU_V6E", 1),
    "tpu-7x": ("TPU_7X", 1),
}


def value(chip: str, name: str) -> float:
    """In root units."""
    from xlagym.numbers.units.quantity import convert

    constant = real_constants().chips[chip][name]
    root = {"GB/s": "B/s", "GB": "B", "MB": "B", "MiB": "B", "TFLOP/s": "FLOP/s"}
    return convert(constant.value, constant.unit, root.get(constant.unit, constant.unit))


@pytest.mark.parametrize("chip", ENUMS)
def test_what_jax_states_stands_there_verbatim(chip: str) -> None:
    from jax._src.tpu_info import ChipVersion, get_tpu_info_for_chip

    name, cores = ENUMS[chip]
    info = get_tpu_info_for_chip(ChipVersion[name], cores)
    here = {entry.name for entry in real_constants().chips[chip].values()}
    per_chip = int(value(chip, "tensor_cores"))
    suffix = "_jax" if "hbm_bandwidth_jax" in here else ""
    stated = {
        f"hbm_bandwidth{suffix}": info.mem_bw_bytes_per_second * per_chip,
        f"peak_bf16{suffix}": info.bf16_ops_per_second * per_chip,
        "hbm_capacity": info.hbm_capacity_bytes * per_chip,
        "vmem_per_core": info.vmem_capacity_bytes,
        "smem_per_core": info.smem_capacity_bytes,
        "mxus_per_core": info.num_mxus,
        "mxu_edge": info.mxu_column_size,
        "lanes": info.num_lanes,
        "sublanes": info.num_sublanes,
        "tensor_cores": ChipVersion[name].num_physical_tensor_cores_per_chip,
    }
    if "cmem_capacity" in here:
        stated["cmem_capacity"] = info.cmem_capacity_bytes * per_chip
    assert {name: float(figure) for name, figure in stated.items()} == {
        name: float(value(chip, name)) for name in stated
    }
    unstated = {
        entry.name
        for entry in real_constants().chips[chip].values()
        if entry.source == "JAX-tpu-info"
    }
    assert set(stated) == unstated


def test_the_two_nameplates_of_v6e_stand_side_by_side() -> None:
    chip = real_constants().chips["tpu-v6e"]
    assert chip["hbm_bandwidth"].others == ("hbm_bandwidth_jax", "hbm_bandwidth_implied")
    assert round(chip["hbm_bandwidth"].value) == 1638
    implied = chip["copy_bandwidth"].value / (chip["copy_share"].value / 100)
    assert chip["hbm_bandwidth_implied"].value == round(implied) == 1599


@pytest.mark.filterwarnings("ignore:builtin type plane_stats:DeprecationWarning")
def test_the_device_plane_states_what_is_cited_from_it() -> None:
    plane = ROOT.parent / "shared/evidence/tpu/v6e-4chips-host-offload.xplane.pb"
    if not plane.exists():
        pytest.skip("../shared/evidence is not here: the profile of a v6e host is not ours to copy")
    from jax.profiler import ProfileData

    planes = {plane.name: dict(plane.stats) for plane in ProfileData.from_file(str(plane)).planes}
    stats = planes["/device:TPU:0"]
    chip = real_constants().chips["tpu-v6e"]
    assert stats["peak_hbm_bw_gigabytes_per_second"] == chip["hbm_bandwidth"].value
    assert stats["peak_teraflops_per_second"] == chip["peak_bf16"].value
    assert stats["peak_vmem_rd_bw_gigabytes_per_second"] == chip["vmem_read_bandwidth"].value
    assert stats["peak_vmem_wr_bw_gigabytes_per_second"] == chip["vmem_write_bandwidth"].value


def test_a_reading_tells_line_source_and_basis() -> None:
    reading = real_constants().reading("tpu-v6e", "peak_bf16")
    lines = (ROOT / "content/constants.yml").read_text().splitlines()
    assert reading.line is not None
    assert "peak_bf16:" in lines[reading.line - 1]
    assert (
        reading.path,
        reading.value,
        reading.unit,
    ) == ('chip("tpu-v6e").peak_bf16', 918, "TFLOP/s")
    assert (reading.basis, reading.source, reading.capture) == ("published", "XP-plane-v6e", "")


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("- 1\n", 1, "not a mapping of chips"),
        ("tpu-v4: 3\n", 1, "holds no constants"),
        ("tpu-v4e:\n  a: {is: 1, source: S}\n", 1, "'tpu-v4e' is no chip"),
        ("tpu-v4:\n  a: 3\n", 2, "is not a mapping"),
        ("tpu-v4:\n  a: {is: fast, source: S}\n", 2, "no number"),
        ("tpu-v4:\n  a: {is: true, source: S}\n", 2, "no number"),
        ("tpu-v4:\n  a: {is: .inf, source: S}\n", 2, "no number"),
        ("tpu-v4:\n  a: {is: 1}\n", 2, "names no source"),
        ("tpu-v4:\n  a: {is: 1, source: S, unti: B}\n", 2, "unknown key 'unti'"),
        ("tpu-v4:\n  a: {is: 1, source: S, unit: Bq}\n", 2, "'Bq' is not a unit"),
        ("tpu-v4:\n  a-b: {is: 1, source: S}\n", 2, "can't stand in an expression"),
        ("tpu-v4:\n  a: {is: 1, source: S, others: [b]}\n", 2, "'b' is no constant"),
        ("tpu-v4:\n  a: {is: 1, source: S, others: b}\n", 2, "not a list"),
    ],
)
def test_a_bad_file_names_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(ProblemError) as caught:
        read_constants(text, "constants.yml")
    found = problem(caught.value)
    assert ("constants.yml", line) == (found.file, found.line)
    assert message in found.message


def test_a_constant_without_its_source_is_named() -> None:
    constants = read_constants("tpu-v4:\n  a: {is: 1, source: JAX-tpuinfo}\n")
    (found,) = constants.unsourced(["JAX-tpu-info", "PL-grid"])
    assert (found.line, found.rule) == (2, "source")
    assert found.advice == "did you mean 'JAX-tpu-info'?"
