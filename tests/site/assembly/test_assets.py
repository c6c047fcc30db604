"""Hashed names: content decides them, imports are rewritten, faults are named."""

import hashlib
from pathlib import Path

import pytest

from xlagym.inputs.problems import ProblemError
from xlagym.site.assembly.assets import load_assets


def write(root: Path, **files: str) -> Path:
    for name, text in files.items():
        path = root / name.replace("__", "/")
        path = path.with_name(path.name.replace("_js", ".js").replace("_css", ".css"))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_a_name_holds_the_hash_of_its_content(tmp_path: Path) -> None:
    assets = load_assets(write(tmp_path, css__base_css="body{}"))
    digest = hashlib.sha256(b"body{}").hexdigest()[:10]
    assert assets.names == {"css/base.css": f"assets/base.{digest}.css"}
    assert assets.files == {f"assets/base.{digest}.css": b"body{}"}


def test_imports_lead_to_hashed_names_and_change_the_importer(tmp_path: Path) -> None:
    write(tmp_path, js__a_js='import { b } from "./b.js";\n', js__b_js="export const b = 1;\n")
    first = load_assets(tmp_path)
    b_name = first.names["js/b.js"].rpartition("/")[2]
    assert first.files[first.names["js/a.js"]].decode() == f'import {{ b }} from "./{b_name}";\n'
    assert first.closure("js/a.js") == {"js/a.js", "js/b.js"}

    write(tmp_path, js__b_js="export const b = 2;\n")
    second = load_assets(tmp_path)
    assert second.names["js/a.js"] != first.names["js/a.js"]


def test_comments_with_lines_of_their_own_are_not_served(tmp_path: Path) -> None:
    told = (
        "// What it is.\n\n/**\n * Adds.\n * @param {number} a\n */\nfunction f(a) {\n"
        "  // Why.\n  const b = /** @type {number} */ (a); // the same\n"
        '  /** @type {string} */ (g()).big();\n  return `${b} // ${"/** */"}`;\n}\n'
    )
    assets = load_assets(write(tmp_path, js__a_js=told, css__a_css="/* kept */\n"))
    assert assets.files[assets.names["js/a.js"]].decode() == (
        "\nfunction f(a) {\n  const b = /** @type {number} */ (a); // the same\n"
        '  /** @type {string} */ (g()).big();\n  return `${b} // ${"/** */"}`;\n}\n'
    )
    assert assets.files[assets.names["css/a.css"]] == b"/* kept */\n"


def test_folders_import_each_other_and_are_served_as_one(tmp_path: Path) -> None:
    write(
        tmp_path,
        js__page__a_js='import { b } from "../gym/b.js";\nimport "./c.js";\n',
        js__gym__b_js="export const b = 1;\n",
        js__page__c_js="export {};\n",
    )
    assets = load_assets(tmp_path)
    b_name, c_name = (
        assets.names[f"js/{each}.js"].rpartition("/")[2] for each in ("gym/b", "page/c")
    )
    written = assets.files[assets.names["js/page/a.js"]].decode()
    assert written == f'import {{ b }} from "./{b_name}";\nimport "./{c_name}";\n'
    assert assets.closure("js/page/a.js") == {"js/page/a.js", "js/gym/b.js", "js/page/c.js"}


def test_an_import_may_not_leave_static(tmp_path: Path) -> None:
    write(tmp_path, js__page__a_js='import "../../../secret.js";\n')
    with pytest.raises(ProblemError, match=r"names \.\./secret\.js, which is not under static/"):
        load_assets(tmp_path)


def test_an_import_of_nothing_names_file_and_line(tmp_path: Path) -> None:
    write(tmp_path, js__a_js='// first\nimport "./gone.js";\n')
    with pytest.raises(ProblemError) as raised:
        load_assets(tmp_path)
    (problem,) = raised.value.problems
    assert (problem.file, problem.line) == ("static/js/a.js", 2)
    assert "js/gone.js" in problem.message


def test_a_circle_of_imports_is_refused(tmp_path: Path) -> None:
    write(tmp_path, js__a_js='import "./b.js";', js__b_js='import "./a.js";')
    with pytest.raises(ProblemError, match=r"js/a\.js → js/b\.js → js/a\.js"):
        load_assets(tmp_path)


def test_a_link_out_of_static_is_not_published(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    static = write(tmp_path / "static", css__base_css="body{}")
    (static / "css/other.css").symlink_to("base.css")
    assert load_assets(static).files
    (static / "secret.png").symlink_to(tmp_path / "secret")
    with pytest.raises(ProblemError, match=r"static/secret\.png: asset: it is a link to a file"):
        load_assets(static)
