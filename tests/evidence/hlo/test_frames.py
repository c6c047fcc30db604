from __future__ import annotations

from xlagym.evidence.hlo.frames import FrameTables, SourceFrame, frame_id, inline_frame

ROWS = """\
FileNames
1 "labs/a.py"
FunctionNames
1 "<module>"
2 "f"
FileLocations
1 {file_name_id=1 function_name_id=1 line=15 end_line=16 column=10 end_column=58}
2 {file_name_id=1 function_name_id=2 line=8}
3 {file_name_id=9 function_name_id=9 line=3 end_line=3 column=1 end_column=2}
StackFrames
1 {file_location_id=1 parent_frame_id=1}
2 {file_location_id=2 parent_frame_id=2}
3 {file_location_id=3 parent_frame_id=1}
4 {file_location_id=9 parent_frame_id=3}
5 {file_location_id=2 parent_frame_id=7}
6 {file_location_id=1 parent_frame_id=6}
7 {file_location_id=2 parent_frame_id=0}
8 {file_location_id=2 parent_frame_id=9}
"""
MODULE = SourceFrame("labs/a.py", "<module>", 15, 16, 10, 58)
F = SourceFrame("labs/a.py", "f", 8, 8, 0, 0)


def tables() -> FrameTables:
    found = FrameTables()
    section = ""
    for row in ROWS.splitlines():
        if row[0].isalpha():
            section = row
        else:
            assert found.read_row(section, row)
    return found


def test_the_leaf_comes_first_and_the_parent_is_printed_plus_one() -> None:
    assert tables().resolve(1) == (MODULE,)
    assert tables().resolve(2) == (F, MODULE)


def test_names_that_the_tables_lack_are_empty() -> None:
    assert tables().resolve(3) == (SourceFrame("", "", 3, 3, 1, 2),)


def test_a_location_that_the_tables_lack_is_left_out() -> None:
    assert tables().resolve(4) == (F, MODULE)


def test_frames_that_go_round_end() -> None:
    assert tables().resolve(5) == (F, MODULE)  # 5's parent is 6, 6's is 5
    assert tables().resolve(8) == (F,)  # its own parent


def test_ids_that_are_none() -> None:
    assert tables().resolve(0) == ()
    assert tables().resolve(99) == ()
    assert tables().resolve(7) == (F,)
    assert frame_id({"stack_frame_id": "12"}) == 12
    assert frame_id({}) == 0
    assert frame_id({"stack_frame_id": "twelve"}) == 0


def test_inline_metadata() -> None:
    before = {"source_file": "a.py", "source_line": "7"}
    assert inline_frame(before) == SourceFrame("a.py", "", 7, 7, 0, 0)
    later = before | {"source_end_line": "9", "source_column": "3", "source_end_column": "4"}
    assert inline_frame(later) == SourceFrame("a.py", "", 7, 9, 3, 4)
    assert inline_frame({"source_line": "7"}) is None
    assert inline_frame({"source_file": "a.py"}) == SourceFrame("a.py", "", 0, 0, 0, 0)


def test_rows_that_cannot_be_read() -> None:
    found = FrameTables()
    assert not found.read_row("FileNames", "1 a.py")
    assert not found.read_row("FileNames", '1 "a.py')
    assert not found.read_row("FileNames", 'x "a.py"')
    assert not found.read_row("StackFrames", "1 {file_location_id=1")
    assert not found.read_row("FileLocations", "line=1")
    assert found == FrameTables()
