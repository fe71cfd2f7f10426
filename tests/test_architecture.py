"""The house rules that no linter knows: import contracts, sizes, words that must not be there."""

import ast
import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path

import networkx as nx
import pytest

from zinegen.pages.browser_bundle import LAYER, LIBRARIES
from zinegen.play import answer
from zinegen.variants import VARIANTS

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "zinegen"
MODULES = sorted(PACKAGE.rglob("*.py"))
"""Every module of the program."""

TEXTS = {module: module.read_text(encoding="utf-8") for module in MODULES}
"""What each module says."""

RULE_SETS = re.compile(
    r"seismic|lavaurs|acerunner|geophysical|maiden|kinzett|post.?atomic|deluge", re.IGNORECASE
)
TELLS_OF_VARIANTS = ("variants", "archive", "pages", "cli")
"""Packages whose texts may name a rule set: its own, the records, the prose, the manual."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def trees() -> Mapping[Path, ast.Module]:
    """Return every module parsed: once, and not in the process that only gathers these tests."""
    return {module: ast.parse(text) for module, text in TEXTS.items()}


@cache
def nodes(tree: ast.Module) -> tuple[ast.AST, ...]:
    """Return all nodes of a module; gathered once, as many tests look through all modules."""
    return tuple(ast.walk(tree))


def in_tree(module: Path) -> str:
    """Return the module's path as it is written in messages."""
    return module.relative_to(ROOT).as_posix()


def tracked() -> list[Path]:
    """Return every file that git keeps."""
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("not a git checkout")
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def body_lines(function: Function) -> int:
    """Count the lines of a function, its decorators and its docstring left out."""
    lines = (function.end_lineno or function.lineno) - function.lineno + 1
    if ast.get_docstring(function) is None:
        return lines
    docstring = function.body[0]
    return lines - ((docstring.end_lineno or docstring.lineno) - docstring.lineno + 1)


def docstrings(tree: ast.Module) -> set[int]:
    """Return the ids of the nodes that are docstrings, those of attributes included."""
    return {
        id(statement.value)
        for node in nodes(tree)
        if isinstance(node, ast.Module | ast.ClassDef | Function)
        for statement in node.body
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    }


def words_of(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield every name and every text of a module with its line; prose about it left out."""
    prose = docstrings(tree)
    for node in nodes(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in prose:
                yield node.lineno, text
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name
            case ast.ImportFrom(module=str(name)):
                yield node.lineno, name
            case _:
                pass


def compared_texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield every text that an `if` or a `case` of the module is about, with its line."""
    for node in nodes(tree):
        parts: list[ast.expr] = []
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
        elif isinstance(node, ast.MatchValue):
            parts = [node.value]
        for part in parts:
            for leaf in ast.walk(part):
                if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str):
                    yield leaf.lineno, leaf.value


LINTER = """
import os, sys
sys.path.insert(0, '.')
from importlinter.cli import lint_imports
for folder in sys.argv[1:]:
    print(flush=True)
    if not os.fork():
        os.chdir(folder)
        sys.exit(lint_imports(no_cache=True, no_logo=True))
    print(f"\\nended with {os.waitstatus_to_exitcode(os.wait()[1])}\\0", end="", flush=True)
"""


def check_contracts(*folders: Path) -> list[str]:
    """Return what is told of the contracts of each tree, and at last "ended with" and a number.

    That is done in a process of its own: import-linter switches other loggers off, and takes a while to load.
    """
    run = subprocess.run(
        [sys.executable, "-c", LINTER, *folders], check=True, capture_output=True, text=True
    )
    return run.stdout.split("\0")[:-1]


def browser_contract() -> Mapping[str, list[str]]:
    """Return the contract about what may run in a reader's browser: what it names, and what it forbids."""
    said = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = said["tool"]["importlinter"]["contracts"]
    return next(one for one in contracts if one["name"].startswith("What runs in a reader's"))


def own_modules(names: Iterable[str]) -> list[str]:
    """Return those names that are this program's modules."""
    return [name for name in names if name.startswith("zinegen.")]


def test_the_import_contracts_hold():
    (told,) = check_contracts(ROOT)
    assert told.endswith("ended with 0"), told


FORBIDDEN = [
    ("geometry/bad.py", "import zinegen.board", "Layers import downwards only"),
    ("unlisted/__init__.py", "", "Layers import downwards only"),
    ("game/bad.py", "from pathlib import Path", "The engine touches no files"),
    ("rules/bad.py", "import random", "The engine touches no files"),
    ("variants/bad.py", "import zinegen.workers", "The engine touches no files"),
    ("play/bad.py", "import zinegen.archive", "Layers import downwards only"),
    ("play/bad.py", "from pathlib import Path", "A season is played from texts"),
    ("play/maps/bad.py", "import zinegen.play.deadlines", "Playing imports downwards only"),
    ("variants/deluge/bad.py", "import zinegen.variants.post_atomic", "No rule family knows"),
    (
        "variants/geophysical/maiden/bad.py",
        "import zinegen.variants.geophysical.kinzett",
        "The Geophysical games share",
    ),
    ("drawing/bad.py", "import zinegen.rules", "Pictures are drawn from what happened"),
    ("pages/views.py", "import zinegen.drawing", "What runs in a reader's browser"),
    ("play/bad.py", "import zinegen.geometry.strips", "What runs in a reader's browser"),
    ("pages/words.py", "import markdown", "What runs in a reader's browser"),
    ("pages/unlisted.py", "", "Pages import downwards only"),
    ("geometry/mesh.py", "import numpy", "The mesh knows no coordinates"),
    ("pages/bad.py", "import mkdocs", "Door: MkDocs"),
    ("rules/bad.py", "import numpy", "Door: shapely, numpy and scipy"),
    ("board/bad.py", "import shapely", "Rules never ask a drawing"),
    ("drawing/svg.py", "import cairosvg", "Door: PNG"),
    ("cli/bad.py", "import pyrage", "Door: sealed orders"),
    ("cli/bad.py", "import cattrs", "Door: records become JSON"),
    ("archive/bad.py", "import toml", "Door: TOML"),
    ("archive/folder/bad.py", "import zinegen.archive.closing", "The archive"),
    ("pages/bad.py", "import concurrent.futures", "Door: processes"),
    ("delivery/bad.py", "import zinegen.pages", "Layers import downwards only"),
    ("cli/bad.py", "import smtplib", "Door: mails and news leave"),
    ("cli/bad.py", "import zinegen.desk", "Layers import downwards only"),
    ("desk/bad.py", "import starlette", "Door: the desk answers"),
]
"""What stands in a module though a contract forbids it, and how that contract begins."""


def make_skeleton(folder: Path, module: str, line: str) -> Path:
    """Return an empty skeleton of the tree in which a rule is broken."""
    cake = (
        "errors workers geometry board game notation rules variants play archive drawing pages cli"
        " delivery desk"
    )
    for name in cake.split():
        package = folder / "zinegen" / name
        package.mkdir(parents=True)
        (package / "__init__.py").touch()
    (folder / "zinegen" / "__init__.py").touch()
    for inner in (
        "geometry/redraw",
        "geometry/redraw/update_geometry",
        "variants/post_atomic",
        "variants/deluge",
        "variants/geophysical",
        "variants/geophysical/maiden",
        "variants/geophysical/kinzett",
        "archive/folder",
        "archive/closing",
        "play/maps",
        "play/deadlines",
    ):
        package = folder / "zinegen" / inner
        package.mkdir()
        (package / "__init__.py").touch()
    layer = browser_contract()
    for name in (*layer["source_modules"], *own_modules(layer["forbidden_modules"])):
        place = folder.joinpath(*name.split("."))
        if not place.is_dir():  # of those made above
            place.with_suffix(".py").touch()
    bad = folder / "zinegen" / module
    bad.parent.mkdir(exist_ok=True)
    bad.write_text(f"{line}\n")
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


@pytest.fixture(scope="module")
def told_of_skeletons(tmp_path_factory):
    """What is told of each skeleton in which one line is forbidden."""
    folders = [
        make_skeleton(tmp_path_factory.mktemp("skeleton"), module, line)
        for module, line, _ in FORBIDDEN
    ]
    return dict(zip(FORBIDDEN, check_contracts(*folders), strict=True))


@pytest.mark.parametrize("case", FORBIDDEN, ids=":".join)
def test_a_contract_notices_what_it_forbids(told_of_skeletons, case):
    told, (*_, contract) = told_of_skeletons[case], case
    broken = [name for name in told.splitlines() if name.endswith("BROKEN")]
    assert any(name.startswith(contract) for name in broken), told
    assert told.endswith("ended with 1"), told


def test_a_module_is_one_concept_in_at_most_500_lines():
    long = [
        f"{in_tree(m)}: {text.count(chr(10))}"
        for m, text in TEXTS.items()
        if text.count("\n") > 500
    ]
    assert not long, f"divide by concept: {', '.join(long)}"


def test_a_package_has_at_most_20_modules_side_by_side():
    side_by_side = Counter(module.parent for module in MODULES)
    full = [f"{in_tree(folder)}: {count}" for folder, count in side_by_side.items() if count > 20]
    assert not full, f"show what belongs together: {', '.join(full)}"


def test_a_function_has_at_most_50_lines():
    long = [
        f"{in_tree(module)}:{node.lineno} {node.name}: {body_lines(node)}"
        for module, tree in trees().items()
        for node in nodes(tree)
        if isinstance(node, Function) and body_lines(node) > 50
    ]
    assert not long, "\n".join(long)


def test_nothing_is_left_open():
    """What is not done is an issue, not a note in the code."""
    left = [
        f"{in_tree(module)}:{number}: {line.strip()}"
        for module, text in TEXTS.items()
        for number, line in enumerate(text.splitlines(), 1)
        if re.search(r"\b(TODO|FIXME|XXX)\b|NotImplementedError", line)
    ]
    assert not left, "\n".join(left)


def dotted(module: Path) -> str:
    """Return the name under which a module is imported."""
    parts = module.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def imported(modules: Mapping[str, ast.Module]) -> Mapping[str, set[str]]:
    """Return which of some modules each of them imports, wherever the import stands.

    One for the type checker alone and one inside a function count like any other.
    """
    found: dict[str, set[str]] = {name: set() for name in modules}
    for name, tree in modules.items():
        for node in nodes(tree):
            match node:
                case ast.Import(names=names):
                    found[name] |= {alias.name for alias in names}
                case ast.ImportFrom(module=str(source), names=names):
                    within = {f"{source}.{alias.name}" for alias in names} & modules.keys()
                    found[name] |= within or {source}
                case _:
                    pass
        found[name] &= modules.keys() - {name}
    return found


def circles(modules: Mapping[str, ast.Module]) -> list[list[str]]:
    """Return the modules that import each other, round any number of corners."""
    return knots((a, b) for a, those in imported(modules).items() for b in those)


def package_circles(modules: Mapping[str, ast.Module]) -> list[list[str]]:
    """Return the packages and modules side by side in one package that import each other."""
    pairs = ((a, b) for a, those in imported(modules).items() for b in those)
    return knots(filter(None, (side_by_side(a.split("."), b.split(".")) for a, b in pairs)))


def side_by_side(one: list[str], other: list[str]) -> tuple[str, str] | None:
    """Return what two modules belong to where they part; None where one lies within the other."""
    for depth, (a, b) in enumerate(zip(one, other, strict=False), 1):
        if a != b:
            return ".".join(one[:depth]), ".".join(other[:depth])
    return None


def knots(pairs: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Return what hangs on each other, round any number of corners."""
    components = nx.strongly_connected_components(nx.DiGraph(list(pairs)))
    return sorted(sorted(c) for c in components if len(c) > 1)


def test_no_modules_import_each_other_not_even_for_types():
    assert circles({dotted(module): tree for module, tree in trees().items()}) == []


def test_no_packages_side_by_side_import_each_other():
    assert package_circles({dotted(module): tree for module, tree in trees().items()}) == []


def test_a_circle_of_packages_is_found_though_no_modules_make_one():
    modules = {
        "zinegen.one.a": ast.parse("from zinegen.two.a import x"),
        "zinegen.one.b": ast.parse(""),
        "zinegen.two.a": ast.parse(""),
        "zinegen.two.b": ast.parse("from zinegen.one.b import x"),
        "zinegen.two": ast.parse("from zinegen.two.b import x"),
    }
    assert circles(modules) == []
    assert package_circles(modules) == [["zinegen.one", "zinegen.two"]]


def test_a_circle_hidden_behind_type_checking_is_found():
    one = ast.parse("if TYPE_CHECKING:\n    from zinegen.two import Two")
    two = ast.parse("def late():\n    from zinegen import one")
    modules = {"zinegen": ast.parse(""), "zinegen.one": one, "zinegen.two": two}
    assert circles(modules) == [["zinegen.one", "zinegen.two"]]


def test_only_its_own_package_knows_a_rule_set_by_name():
    """A rule set differs by the record it is, never by an `if` somewhere else."""
    wrong = []
    for module, tree in trees().items():
        package = module.relative_to(PACKAGE).parts[0]
        if package == "variants":
            continue
        wrong += [
            f"{in_tree(module)}:{line}: asks whether it is {text}"
            for line, text in compared_texts(tree)
            if text in VARIANTS
        ]
        if package not in TELLS_OF_VARIANTS:
            wrong += [
                f"{in_tree(module)}:{line}: {text}"
                for line, text in words_of(tree)
                if RULE_SETS.search(text)
            ]
    assert not wrong, "\n".join(wrong)


def test_no_tracked_file_names_a_place_on_somebodys_machine():
    tops = "work|farm|root|home/[a-z]|Users/[a-z]"
    pattern = re.compile(rf"(^|[\s\"'`(=:])/({tops})[^\s]*/")
    found = []
    for file in tracked():
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture or a sealed file
        found += [
            f"{in_tree(file)}:{number}: {line.strip()[:120]}"
            for number, line in enumerate(text.splitlines(), 1)
            if pattern.search(line)
        ]
    assert not found, "\n".join(found)


def test_no_two_tracked_files_differ_in_case_only():
    """On some machines two such files are one."""
    names = [in_tree(file) for file in tracked()]
    assert len({name.casefold() for name in names}) == len(names)


@cache
def outside_packages() -> set[str]:
    """Return the packages from outside that the program imports, as they are imported."""
    found = set()
    for tree in trees().values():
        for node in nodes(tree):
            match node:
                case ast.Import(names=names):
                    found |= {alias.name.split(".")[0] for alias in names}
                case ast.ImportFrom(module=str(name), level=0):
                    found.add(name.split(".")[0])
                case _:
                    pass
    return found - {"zinegen"} - sys.stdlib_module_names


def dependencies() -> set[str]:
    """Return the packages that pyproject.toml asks for, as they are imported."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    named = {re.split(r"[<>=~! \[]", line)[0].lower() for line in lines}
    imported_as = {"pillow": "PIL", "pyyaml": "yaml", "fonttools": "fontTools"}
    return {imported_as.get(name, name) for name in named}


def test_what_is_imported_is_asked_for():
    assert outside_packages() - dependencies() == set()


def test_what_is_asked_for_is_imported():
    a_theme, what_others_unpack_by = "mkdocs-material", "brotli"
    what_reads_forms = "python-multipart"
    assert dependencies() - outside_packages() == {
        a_theme,
        what_others_unpack_by,
        what_reads_forms,
    }


def test_every_module_is_in_the_layer_of_the_browser_or_forbidden_to_it():
    """The contract names the layer that is packed, and knows each module and each library beside it."""
    contract = browser_contract()
    assert contract["source_modules"] == [f"zinegen.{name}" for name in LAYER]
    named = (*contract["source_modules"], *own_modules(contract["forbidden_modules"]))
    unnamed = {
        name
        for name in map(dotted, MODULES)
        if not any(name == one or name.startswith(f"{one}.") for one in named)
    }
    assert unnamed == {one.rpartition(".")[0] for one in named}
    libraries = {package for packages in LIBRARIES.values() for package in packages}
    assert outside_packages() - libraries <= {*contract["forbidden_modules"]}


JUDGES_ALONE = """
import importlib, json, sys
sys.path.insert(0, sys.argv[1])
for name in sys.argv[2:]:
    importlib.import_module(name)
from zinegen.play.scenarios.questions import answer
for question in sys.stdin:
    sys.stdout.write(answer(question) + "\\n")
"""


def test_the_judging_half_needs_nothing_but_the_standard_library() -> None:
    """Board to variants, notation and sentences run where no library is installed: in a browser."""
    judging = ("board", "game", "notation", "rules", "variants")
    names = [
        ".".join(module.relative_to(ROOT).with_suffix("").parts)
        for module in MODULES
        if module.relative_to(PACKAGE).parts[0] in judging and module.stem != "__init__"
    ]
    questions = [json.dumps({"id": name, "variant": name}) for name in VARIANTS]
    run = subprocess.run(
        # Neither site-packages nor the environment: what is not in Python itself is not there.
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            JUDGES_ALONE,
            str(ROOT),
            "zinegen.pages.words.phrases",
            *names,
        ],
        input="\n".join(questions),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stderr == ""
    answers = run.stdout.splitlines()
    assert answers == [answer(question) for question in questions]
    assert sum("units" in json.loads(line) for line in answers) >= len(questions) - 1, "some throw"


@pytest.mark.parametrize("state", ["desk-state.js", "desk-clicks.js", "what-if-state.js"])
def test_the_scripts_of_the_pages_import_downwards_and_their_states_know_no_page(
    state: str,
) -> None:
    """No ring of scripts, and what leads from one state to the next makes no element of a page."""
    scripts = nx.DiGraph(
        (script.name, imported)
        for script in (ROOT / "site_src" / "assets").glob("*.js")
        for imported in re.findall(
            r'^(?:import|}) .*from "\./(.+)"$', script.read_text(), re.MULTILINE
        )
    )
    assert nx.is_directed_acyclic_graph(scripts)
    assert "elements.js" in nx.descendants(scripts, "order-desk.js")
    assert "elements.js" not in nx.descendants(scripts, state)
