from __future__ import annotations

import pickle
import random
import time

import pytest
from markdown_it.utils import read_fixture_file

from tests.places import ROOT
from xlagym.evidence.hlo.reader import HloError, Instruction, Module, read_hlo

FIXTURES = ROOT / "tests" / "fixtures" / "hlo"
SHORTEST = (ROOT / "captures" / "chain@tpu-v6e" / "optimized.hlo").read_text()


def cases(name: str) -> list[object]:
    """Cases of a fixture file: a title, the input, a dot, what is expected, a dot."""
    return [
        pytest.param(text, expected, id=title)
        for _, title, text, expected in read_fixture_file(FIXTURES / name)
    ]


def module_of(lines: str) -> Module:
    return read_hlo(f"HloModule m\n\nENTRY %main () -> f32[] {{\n{lines}}}\n")


def told(each: Instruction) -> list[str]:
    """What the reader makes of an instruction, as the fixtures write it."""
    root = "ROOT " if each.is_root else ""
    lines = [
        f"{root}{each.name} = {each.opcode} of {' '.join(each.operands) or 'nothing'}",
        f"shape {each.shape}",
        *(f"{key}={value}" for key, value in each.attributes.items()),
    ]
    if each.opcode in ("parameter", "constant"):
        lines.append(f"argument {each.argument}")
    if each.calls:
        lines.append(f"calls {' '.join(each.calls)}")
    if each.custom_call_target is not None:
        lines.append(f"target {each.custom_call_target}")
    if each.backend_config is not None:
        lines.append(f"config {each.backend_config}")
    for key, value in each.metadata.items():
        lines.append(f"{key} {value!r}" if "\n" in value else f"{key} {value}")
    return lines


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("fusion", "fusion"),
        ("online-softmax.2", "online-softmax"),
        ("attention.forward.3", "attention.forward"),
        ("fusion.28.clone.1", "fusion"),
        ("constant.169..sunk", "constant"),
        ("dynamic-slice.cloned.1.call-done.1", "dynamic-slice"),
        ("add.3.remat2.1", "add"),
        ("gather_offload_async_start.update", "gather_offload_async_start"),
        ("clone", "clone"),
    ],
)
def test_a_stem_is_a_name_without_what_keeps_it_unique(name: str, stem: str) -> None:
    (found,) = module_of(f"  ROOT %{name} = f32[] negate(%x)\n").instructions
    assert (found.name, found.stem) == (name, stem)


@pytest.mark.parametrize(("text", "expected"), cases("instructions.txt"))
def test_instructions(text: str, expected: str) -> None:
    module = module_of(text)
    assert module.unread == []
    (instruction,) = module.instructions
    assert "\n".join(told(instruction)) + "\n" == expected
    assert instruction.text == text.removesuffix("\n")
    assert instruction.line == 4
    assert instruction.shape_text == str(instruction.shape)
    assert module.entry.line == 3
    assert module.entry.end_line == 4 + text.count("\n")


@pytest.mark.parametrize(("text", "expected"), cases("modules.txt"))
def test_modules(text: str, expected: str) -> None:
    module = read_hlo(text)
    lines = [f"module {module.name}"]
    for each in module.computations.values():
        where = f"{each.line}-{each.end_line}" + (f" on {each.thread}" if each.thread else "")
        names = " ".join(instruction.name for instruction in each.instructions)
        lines.append(f"{'ENTRY ' if each.is_entry else ''}{each.name} {where}: {names}")
    for each_instruction in module.instructions:
        stack = module.stack(each_instruction)
        if stack:
            places = (f"{at.file}:{at.line}:{at.column} {at.function}" for at in stack)
            lines.append(f"{each_instruction.name} from {' < '.join(places)}")
            assert module.frame(each_instruction) == stack[0]
    lines += [f"unread {each.line}: {each.why}" for each in module.unread]
    assert "\n".join(lines) + "\n" == expected
    for each_unread in module.unread:
        assert each_unread.text == text.split("\n")[each_unread.line - 1]


LOOKUPS = """\
HloModule m

%f (p: f32[]) -> f32[] {
  %p = f32[] parameter(0)
  ROOT %r = f32[] negate(%p)
}

ENTRY %main (q: f32[], p: f32[]) -> f32[] {
  %q = f32[] parameter(0), metadata={op_name="q"}
  %p = f32[] parameter(1)
  ROOT %c = f32[] call(%p), to_apply=%f
}
"""


def test_lookups() -> None:
    module = read_hlo(LOOKUPS)
    assert module.header == "HloModule m"
    assert list(module.computations) == ["f", "main"]
    assert module.computation("main") is module.entry
    assert module.entry.header == "ENTRY %main (q: f32[], p: f32[]) -> f32[] {"
    assert module.entry.root is module.instruction("c")
    assert module.instruction("p").computation == "main"  # the entry's, of two
    assert module.instruction("r").computation == "f"
    assert module.computation("f").instruction("p").line == 4
    assert [each.parameter_number for each in module.entry.instructions] == [0, 1, None]
    assert module.frame(module.instruction("q")) is None
    assert module.lines[8] == module.instruction("q").text
    with pytest.raises(KeyError, match="nothing"):
        module.instruction("nothing")
    with pytest.raises(KeyError, match="nothing"):
        module.entry.instruction("nothing")
    with pytest.raises(KeyError, match="nothing"):
        module.computation("nothing")


def test_instructions_are_told_apart_by_identity() -> None:
    one, other = read_hlo(LOOKUPS), read_hlo(LOOKUPS)
    assert one.instruction("q") != other.instruction("q")
    assert len({*one.instructions, *other.instructions}) == 10


def test_lines_that_end_as_on_windows() -> None:
    unix, windows = read_hlo(SHORTEST), read_hlo(SHORTEST.replace("\n", "\r\n"))
    assert windows.unread == []
    assert windows.header == unix.header
    assert [told(each) for each in windows.instructions] == [
        told(each) for each in unix.instructions
    ]
    assert [each.text for each in windows.instructions] == [each.text for each in unix.instructions]
    assert [windows.stack(each) for each in windows.instructions] == [
        unix.stack(each) for each in unix.instructions
    ]


def test_a_module_can_be_pickled() -> None:
    module = read_hlo(SHORTEST)
    kept = pickle.loads(pickle.dumps(module))
    assert [told(each) for each in kept.instructions] == [
        told(each) for each in module.instructions
    ]
    assert [each.text for each in kept.instructions] == [each.text for each in module.instructions]


def ask_everything(module: Module) -> None:
    """Ask for all that is parsed late: none of it may raise."""
    for each in module.instructions:
        assert each.text in module.text or "\r" in module.text
        assert isinstance(each.argument, str)
        assert all(name in "".join(each.attributes.values()) for name in each.calls)
        assert [*each.metadata, each.backend_config, each.fusion_kind, each.custom_call_target]
        assert each.parameter_number is None or each.opcode == "parameter"
        assert module.frame(each) in (None, *module.stack(each))
    for computation in module.computations.values():
        assert computation.header in module.text
        assert computation.root in (None, *computation.instructions)


def test_a_text_cut_anywhere() -> None:
    whole = read_hlo(SHORTEST)
    names = [each.name for each in whole.instructions]
    for end in range(len(SHORTEST)):
        text = SHORTEST[:end]
        if "HloModule j" not in text:
            with pytest.raises(HloError, match="no line starts with HloModule or ENTRY"):
                read_hlo(text)
            continue
        cut = read_hlo(text)
        assert (cut.unread == []) == (end >= len(SHORTEST.rstrip()))
        found = [each.name for each in cut.instructions]
        assert found == names[: len(found)]
        if end % 16 == 0:
            ask_everything(cut)


def test_noise() -> None:
    noise = random.Random(7)
    pieces = [*'(){}[]"\\,=%#/*\n\r\t é', "HloModule ", "ENTRY ", " = ", "f32[2]{0}", " add(", "->"]
    for _ in range(3000):
        text = "".join(noise.choices(pieces, k=noise.randrange(60)))
        for start in ("", "HloModule m\n", "HloModule m\nENTRY %e {\n", SHORTEST[:2000]):
            try:
                ask_everything(read_hlo(start + text))
            except HloError:
                assert start == ""


def test_noise_in_a_real_text() -> None:
    noise = random.Random(11)
    for _ in range(300):
        at = noise.randrange(len(SHORTEST))
        end = at + noise.randrange(20)
        strange = "".join(noise.choices('(){}[]",\\=%#\n\0', k=noise.randrange(4)))
        try:
            ask_everything(read_hlo(SHORTEST[:at] + strange + SHORTEST[end:]))
        except HloError:
            assert at < 12


@pytest.mark.parametrize("text", ["", "\n", "HloMod", "<html>", "entry main {\n}\n", "\0" * 99])
def test_what_is_no_hlo(text: str) -> None:
    with pytest.raises(HloError, match="not the text of HLO"):
        read_hlo(text)


BIG = 1_200_000  # were anything quadratic, this would take minutes
HOSTILE = {
    "spaces": " " * BIG,
    "brackets that open": "  %a = f32[] add(" + "(" * BIG,
    "brackets that close": "  %a = f32[] add(" + ")" * BIG,
    "quotes": "  %a = f32[] add(" + '"' * BIG,
    "escaped quotes": '  %a = f32[] add("' + '\\"' * (BIG // 2),
    "backslashes": "  %a = f32[] add(" + "\\" * BIG,
    "comments": "  %a = f32[] add(" + "/*" * (BIG // 2),
    "stars": "  %a = f32[] add(/*" + "*" * BIG,
    "equals": "  " + "= " * (BIG // 2),
    "names": "  %a = " + "a " * (BIG // 2),
    "one name": "  %" + "a" * BIG,
    "tuples": "  %a = (" + "f32[], " * (BIG // 7) + ") add(%b)",
    "tuples in tuples": "  %a = " + "(" * BIG + " add(%b)",
    "tuples and opcodes": "  %a = (" + ") add " * (BIG // 6),
    "operands": "  %a = f32[] add(" + "%b, " * (BIG // 4) + "%c)",
    "operands, then nothing": "  %a = f32[] add(" + "%b, " * (BIG // 4),
    "arrows": "%a (" + ")->" * (BIG // 3) + "{",
    "sizes": "  %a = f32[" + "1," * (BIG // 2) + "1] add(%b)",
    "digits": "  %a = f32[" + "1" * BIG + "] add(%b)",
    "tiles": "  %a = f32[2]{0:T" + "(2)" * (BIG // 3) + "} add(%b)",
    "layouts": "  %a = f32[2]{0:" + "E(" * (BIG // 2) + "} add(%b)",
    "metadata": "  %a = f32[] add(%b), metadata={" + 'a="' * (BIG // 3),
    "attributes": "  %a = f32[] add(%b), " + "k={" * (BIG // 3),
    "many attributes": "  %a = f32[] add(%b)" + ", k=v" * (BIG // 5),
    "one operand": "  %a = f32[] add(" + "b" * BIG + " c)",
    "words in metadata": "  %a = f32[] add(%b), metadata={" + "a" * BIG,
    "parts of layouts": "  %a = f32[2]{0:T(" + "a(b)" * (BIG // 4) + "} add(%b)",
    "parts of layouts that close": "  %a = f32[2]{0:X" + "(a(b))" * (BIG // 6) + "Y} add(%b)",
    "shapes before operands": "  %a = f32[] add(" + "f32[2]{0:T(8)} b, " * (BIG // 18) + "c)",
    "nested JSON": "  %a = f32[] add(%b), backend_config=" + "[" * BIG,
    "lines that are not closed": "  %a = f32[] add(\n" * 30_000,
    "lines with a comma": "  %a = f32[] add(%b),\n" + "k,\n" * 60_000,
    "lines with braces": "{\n" * 60_000,
    "lines with closing braces": "}\n" * 60_000,
    "headers": "f {\n" * 60_000,
}


@pytest.mark.parametrize("kind", sorted(HOSTILE))
def test_hostile_lines_take_time_in_proportion(kind: str) -> None:
    text = f"HloModule m\n\nENTRY %e () -> f32[] {{\n{HOSTILE[kind]}\n  %z = f32[] iota()\n}}\n"
    started = time.process_time()
    module = read_hlo(text)
    first = time.process_time() - started
    for each in module.instructions:
        assert None not in (each.attributes, each.metadata, each.calls, each.argument)
    assert first < 2
    assert time.process_time() - started < 3


def test_a_line_of_five_megabytes() -> None:
    body = "bW9kdWxl" * 625_000
    config = f'{{"custom_call_config":{{"body":"{body}"}}}}'
    line = f'%k = f32[] custom-call(%a), custom_call_target="t", backend_config={config}'
    started = time.process_time()
    (kernel,) = module_of(f"{line}\n").instructions
    assert kernel.text == line
    assert kernel.backend_config == {"custom_call_config": {"body": body}}
    assert time.process_time() - started < 2


def test_a_hostile_row_of_a_table() -> None:
    row = "1 {" + "a" * 2_000_000 + "}"
    started = time.process_time()
    module = read_hlo(f"HloModule m\n\nStackFrames\n{row}\nFileNames\n1 {'"' * 2_000_000}\n")
    assert time.process_time() - started < 4
    assert [each.line for each in module.unread] == [6, 6]
    assert module.frames.resolve(1) == ()


def test_a_header_whose_string_is_not_closed() -> None:
    module = read_hlo('HloModule m, frontend_attributes={a="b}\n' + LOOKUPS.split("\n", 1)[1])
    assert module.header == 'HloModule m, frontend_attributes={a="b}'
    assert module.unread == []
    assert len(list(module.instructions)) == 5


def test_nothing_but_a_header() -> None:
    module = read_hlo("HloModule m")
    assert [(each.line, each.text) for each in module.unread] == [(1, "HloModule m")]
    assert module.entry.instructions == []
    assert module.entry.header == ""
