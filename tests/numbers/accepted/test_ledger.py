from __future__ import annotations

import json
from dataclasses import replace

from tests.numbers.workbooks import fake, sheet, workbook
from xlagym.numbers.accepted.ledger import Ledger

BOOK = workbook(fake("f-s1@tpu-v6e"), fake("f-s1@tpu-v4"))
SHEET = sheet(
    BOOK,
    """let: {f: f-s1@tpu-v6e}
numbers:
  sum: {is: f.cost.bytes_accessed + f.cost.bytes_accessed, show: kB, digits: 1}
  time: {is: 'f.cost.bytes_accessed / chip("tpu-v6e").copy_bandwidth', show: us}
claims:
  more: {is: f.cost.bytes_accessed > 0, says: it moves something}
""".replace("sum:", "total:"),
)


def ledger() -> Ledger:
    made = Ledger()
    made.add(*SHEET.numbers(), *SHEET.claims())
    return made


def test_rows_for_machines() -> None:
    time, total = ledger().to_json()[1], ledger().to_json()[0]
    if total["id"] != "xla/05/total":
        time, total = total, time
    digest = BOOK.store.captures["f-s1@tpu-v6e"].sha256("cost.json")
    assert {
        "id": "xla/05/total",
        "page": "/l/xla/05-fusion/",
        "text": "2.0 kB",
        "value": 2000,
        "unit": "B",
        "basis": "compiled",
        "expression": "f.cost.bytes_accessed + f.cost.bytes_accessed",
        "with_values": "1,000 B + 1,000 B",
        "rounding": "exact",
        "sources": [
            {"capture": "f-s1@tpu-v6e", "file": "cost.json", "sha256": digest, "line": 2},
        ],
    } == total
    assert time["basis"] == "published"
    constant = time["sources"][1]
    assert (
        constant["capture"],
        constant["file"],
        constant["source"],
    ) == (None, "content/constants.yml", "XLA-three-accounts")
    assert ledger().to_json() == json.loads(json.dumps(ledger().to_json()))


def test_rows_stand_by_id() -> None:
    ids = [row["id"] for row in ledger().to_json()]
    assert sorted(ids) == ids


def test_claims_for_machines() -> None:
    (row,) = ledger().claims_to_json()
    assert (row["id"], row["holds"], row["says"]) == ("xla/05/more", True, "it moves something")


def test_the_same_number_twice_is_once() -> None:
    made = ledger()
    made.add(*SHEET.numbers())
    assert len(made.numbers) == 2
    assert made.problems == []


def test_two_owners_of_an_id_are_a_problem() -> None:
    made = ledger()
    number = SHEET.number("total")
    made.add(replace(number, file="content/gym/07.yml", line=9, page="/gym/07/"))
    made.add(replace(SHEET.claim("more"), id=number.id))
    assert [(found.file, found.line) for found in made.problems] == [
        ("content/gym/07.yml", 9),
        ("content/xla/05-fusion/numbers.yml", 6),
    ]
    assert made.problems[0].message == (
        "the id 'xla/05/total' is taken: "
        "content/xla/05-fusion/numbers.yml:3 has it for /l/xla/05-fusion/"
    )
    assert {"duplicate"} == {found.rule for found in made.problems}
    assert number.page == made.numbers[number.id].page


def test_who_quotes_a_capture() -> None:
    quoting = ledger().by_capture()
    assert [n.id for n in quoting["f-s1@tpu-v6e"]] == ["xla/05/time", "xla/05/total"]
    assert "f-s1@tpu-v4" not in quoting
