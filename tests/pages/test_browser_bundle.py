"""The engine as files: what is packed runs by itself, and is no more than what is needed."""

import json
import subprocess
import sys
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from zinegen.pages import browser_bundle
from zinegen.pages.browser.compiled import pack_compiled
from zinegen.pages.browser.packed_language import find_packed_language
from zinegen.pages.browser.session import PROTOCOL
from zinegen.pages.browser_bundle import (
    BOTS,
    CHECKS,
    LIST,
    PACKAGE,
    Runtime,
    find_runtime,
    list_modules,
    make_engine_files,
    pack_modules,
    pack_program,
)
from zinegen.variants import VARIANTS
from zinegen.version import __version__

STRANGERS = """
strangers = {one.partition(".")[0] for one in sys.modules} - {*sys.stdlib_module_names}
print(sorted(one for one in strangers if not one.startswith("_")))
"""
ASK = f"""
import sys
sys.path.insert(0, sys.argv[1])
from zinegen.pages.browser.session import answer
for variant in sys.argv[2:]:
    print(answer('{{"do": "blank", "variant": "%s"}}' % variant)[:40])
{STRANGERS}"""
IMPORT = f"""
import importlib, sys
sys.path.insert(0, sys.argv[1])
for name in sys.argv[2:]:
    importlib.import_module(name)
{STRANGERS}"""
OWN = ["attr", "attrs", "cattrs", "markupsafe", "typing_extensions", "zinegen"]


@pytest.fixture
def bare_runtime(tmp_path):
    """A runtime of two small files."""
    files = {"pyodide.mjs": b"export {}", "pyodide.asm.wasm": b"\0asm"}
    listed = []
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
        digest = sha256(content).hexdigest()
        listed.append({"name": name, "size": len(content), "sha256": digest})
    about = {"name": "Pyodide", "version": "1.2.3", "licence": "MPL-2.0", "lock": {}}
    return Runtime(folder=tmp_path, about={**about, "files": listed})


def test_the_packed_program_needs_nothing_but_python_and_once_compiled_no_sources(tmp_path):
    """Every rule set's board is opened by a Python that knows no other package."""
    packed, compiled = tmp_path / "packed", tmp_path / "compiled"
    with ZipFile(BytesIO(pack_program())) as archive:
        archive.extractall(packed)
    with ZipFile(BytesIO(pack_compiled(str(packed)))) as archive:
        archive.extractall(compiled)
    assert not [*compiled.rglob("*.py")]
    command = [sys.executable, "-I", "-S", "-c", ASK, str(compiled), *VARIANTS]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    assert [line.startswith('{"position":"p') for line in told[:-1]] == [True] * len(VARIANTS)
    assert set(json.loads(told[-1].replace("'", '"'))) <= set(OWN)


def test_every_module_of_the_layer_is_loaded_where_there_are_no_others(tmp_path):
    """Not what a page happens to call, but all of it, from the archive and Python's own library alone."""
    with ZipFile(BytesIO(pack_program())) as archive:
        archive.extractall(tmp_path)
    files = [name.removesuffix(".py").removesuffix("/__init__") for name in list_modules()]
    names = [name.replace("/", ".") for name in files]
    command = [sys.executable, "-I", "-S", "-c", IMPORT, str(tmp_path), *names]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert json.loads(told.replace("'", '"')) == OWN


def test_the_packed_program_holds_its_layer_its_licences_and_no_more():
    with ZipFile(BytesIO(pack_program())) as archive:
        names = archive.namelist()
    assert {name for name in names if name.endswith(".py") and name.startswith("zinegen/")} == {
        *list_modules()
    }
    assert {name.split("/")[1] for name in list_modules()} & {"archive", "cli", "drawing"} == set()
    assert not [name for name in names if "/geometry/redraw/" in name or "glyphs" in name]
    assert {name.split("/")[1] for name in names if name.startswith("licences/")} == {
        "attrs",
        "cattrs",
        "markupsafe",
        "typing-extensions",
        "zinegen",
    }
    assert len(pack_program()) < 530_000
    assert all((PACKAGE.parent / name).is_file() for name in list_modules())


@pytest.mark.parametrize("modules", [CHECKS, BOTS], ids=["checks", "bots"])
def test_what_is_seldom_asked_for_is_packed_apart_and_runs_beside_the_program(tmp_path, modules):
    more = pack_modules(modules)
    for packed in (pack_program(), more):
        with ZipFile(BytesIO(packed)) as archive:
            archive.extractall(tmp_path)
    with ZipFile(BytesIO(more)) as archive:
        files = [name.removesuffix(".py").removesuffix("/__init__") for name in archive.namelist()]
    names = [name.replace("/", ".") for name in files]
    command = [sys.executable, "-I", "-S", "-c", IMPORT, str(tmp_path), *names]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert set(json.loads(told.replace("'", '"'))) <= set(OWN)
    assert not {*files} & {name.removesuffix(".py") for name in list_modules()}
    assert len(more) < 20_000


def test_every_module_of_the_bots_is_packed():
    there = {path.relative_to(PACKAGE).as_posix() for path in (PACKAGE / "bots").glob("*.py")}
    assert there == {name for name in BOTS if name.startswith("bots/")}


def test_the_same_program_is_packed_into_the_same_bytes():
    first = pack_program()
    pack_program.cache_clear()
    assert pack_program() == first


def test_the_list_names_every_file_by_what_it_holds(bare_runtime):
    engine = make_engine_files(bare_runtime, b"packed")
    listed = json.loads(engine.contents[LIST])
    assert (listed["protocol"], listed["version"]) == (PROTOCOL, __version__)
    program = engine.contents[f"engine/{listed['program']['name']}"]
    assert sha256(program).hexdigest()[:16] in listed["program"]["name"]
    assert listed["program"]["size"] == len(program)
    assert listed["checks"]["size"] == len(engine.contents[f"engine/{listed['checks']['name']}"])
    folder = listed["runtime"]["folder"]
    assert {*engine.copies} == {f"engine/{folder}pyodide.mjs", f"engine/{folder}pyodide.asm.wasm"}
    other = [{**one, "sha256": "0" * 64} for one in bare_runtime.about["files"]]
    changed = Runtime(folder=bare_runtime.folder, about={**bare_runtime.about, "files": other})
    assert (
        json.loads(make_engine_files(changed, b"packed").contents[LIST])["runtime"]["folder"]
        != folder
    )


def test_a_runtime_that_lacks_a_file_is_none(tmp_path, monkeypatch):
    monkeypatch.setattr(browser_bundle, "find_spec", lambda _name: None)
    assert find_runtime() is None
    spec = type("Spec", (), {"origin": str(tmp_path / "__init__.py")})
    monkeypatch.setattr(browser_bundle, "find_spec", lambda _name: spec)
    assert find_runtime() is None
    (tmp_path / "pyodide").mkdir()
    about = {"files": [{"name": "pyodide.mjs", "size": 1, "sha256": ""}]}
    Path(tmp_path, "pyodide", "runtime.json").write_text(json.dumps(about))
    assert find_runtime() is None
    Path(tmp_path, "pyodide", "pyodide.mjs").touch()
    assert find_runtime() is not None


def test_a_zine_in_another_language_has_its_catalogue_in_the_engine(tmp_path):
    """What the engine answers is in the language of the pages; in English nothing is packed for it."""
    assert not [name for name in _list_packed(pack_program()) if name.endswith(".mo")]
    with ZipFile(BytesIO(pack_program("de"))) as archive:
        archive.extractall(tmp_path)
    language = find_packed_language(tmp_path / "zinegen" / "pages" / "browser")
    assert (language.code, language.messages.pgettext("province", "Munich")) == ("de", "München")


def _list_packed(content):
    return ZipFile(BytesIO(content)).namelist()
