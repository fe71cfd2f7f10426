"""What the documents say is there is there: commands, options, files, rule sets."""

import json
import re
import tomllib
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from tests.rule_sets import prose_of, rules_page
from zinegen.archive import read_deadline, read_scenario, read_settings
from zinegen.board import Power
from zinegen.cli import commands
from zinegen.maps.facts import read_facts
from zinegen.notation import Code, Finding
from zinegen.pages import write_policy
from zinegen.pages.lists.list_file import read_lists
from zinegen.play import answer as answer_question
from zinegen.play import run_scenario
from zinegen.play.scenarios.expectations import _KEYED, _WHOLE
from zinegen.play.scenarios.scenarios import PHASE, START, TOP
from zinegen.play.texts import (
    ORDERS,
    RULINGS,
    OrderSlot,
    RulingKind,
    parse_order_file,
    parse_toml,
    read_rulings,
)
from zinegen.variants import VARIANTS

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *ROOT.glob("site_src/*.md"),
        *ROOT.glob("site_src/rules/*.md"),
        *ROOT.glob("docs/*.md"),
    ]
)
FEW_WORDS = 150
"""A page of rules has more."""
KINDS = {
    "waiting": "lists",
    "ruling": "rulings",
    "provinces": "map",
    "variant": "game",
    "phases": "season",
}
"""What kind of file it is that holds a key; all others are order files."""
CONTEXT = click.Context(commands)
_CALL = re.compile(r"zinegen ((?:[a-z]+)(?: [^`\n#|]*)?)")


def told_calls(text: str) -> list[list[str]]:
    """Return the commands that a text tells people to type: those in code, as words."""
    code = re.findall(r"```\w*\n(.*?)```", text, re.DOTALL) + re.findall(r"`([^`\n]+)`", text)
    found = [match[1].split() for part in code for match in _CALL.finditer(part)]
    return [words for words in found if re.fullmatch(r"[a-z]+", words[0])]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_command_and_option_that_is_told_is_real(page: Path) -> None:
    for words in told_calls(page.read_text()):
        command = commands.get_command(CONTEXT, words[0])
        if isinstance(command, click.Group) and len(words) > 1:
            command = command.get_command(CONTEXT, words[1])
        assert isinstance(command, click.Command), f"zinegen {' '.join(words[:2])} is no command"
        known = {option for parameter in command.params for option in parameter.opts} | {"--help"}
        told = {word.partition("=")[0] for word in words if re.fullmatch(r"--[a-z-]+(=.*)?", word)}
        assert told <= known, f"zinegen {words[0]} has no {told - known}"


def test_the_readme_has_every_command() -> None:
    readme = (ROOT / "README.md").read_text()
    assert [
        name for name in commands.list_commands(CONTEXT) if f"`zinegen {name}" not in readme
    ] == []


def test_the_readme_begins_with_what_it_is_a_picture_and_how_it_is_installed() -> None:
    first = "\n".join((ROOT / "README.md").read_text().splitlines()[:24])
    (picture,) = re.findall(r"!\[[^]]{20,}\]\(([^)]+)\)", first)
    assert (ROOT / picture).is_file()
    assert "pipx install" in first
    assert "zinegen init" in first


@pytest.mark.parametrize("name", VARIANTS)
def test_every_rule_set_has_its_page(name: str) -> None:
    page = rules_page(name)
    assert f"# {VARIANTS[name].title}" in page
    assert VARIANTS[name].author.split()[-1] in page


@pytest.mark.parametrize("name", VARIANTS)
def test_the_page_of_a_rule_set_says_something(name: str) -> None:
    page = rules_page(name)
    assert len(prose_of(page).split()) > FEW_WORDS, f"site_src/rules/{name}.md says nothing"
    assert len(re.findall(r"^## ", page, re.MULTILINE)) > 1


def test_a_page_of_headings_says_nothing() -> None:
    assert not prose_of("---\nspec: x\n---\n# Title\n\n## Rules\n")


def test_a_missing_page_is_asked_for_with_its_first_lines(tmp_path: Path) -> None:
    with pytest.raises(
        pytest.fail.Exception, match=r"site_src/rules/standard\.md is missing"
    ) as told:
        rules_page("standard", tmp_path)
    assert "standard.md\n---\n# Standard Diplomacy" in str(told.value)


@pytest.mark.parametrize("name", VARIANTS)
def test_every_option_has_a_sentence_and_a_default_it_may_have(name: str) -> None:
    for option in VARIANTS[name].options:
        assert option.meaning.endswith("."), option.name
        assert VARIANTS[name].with_options({option.name: option.default})


@pytest.mark.parametrize("name", VARIANTS)
def test_every_option_stands_on_the_exact_page_of_its_rule_set_or_on_that_of_all(name: str) -> None:
    spec = re.search(r"^spec: (\S+)$", rules_page(name), re.MULTILINE)
    assert spec is not None
    own = _list_options((ROOT / spec[1]).read_text())
    known = {option.name for option in VARIANTS[name].options}
    assert known <= {*own, *_list_options((ROOT / spec[1]).with_stem("common").read_text())}
    if Path(spec[1]).stem == name:
        assert {*own} <= known


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("geophysical-kinzett", "proposals are decided by those who vote"),
        ("post-atomic", "no diplomacy before"),
    ],
)
def test_what_players_agree_on_without_orders_stands_on_both_pages(
    name: str, sentence: str
) -> None:
    for page in (rules_page(name), (ROOT / "docs/rules" / f"{name}.md").read_text()):
        assert sentence in " ".join(page.replace("*", "").lower().split())


def _list_options(page: str) -> list[str]:
    """Return the names in the table of options of an exact page."""
    table = re.split(r"^## [0-9]+\. Options$", page, flags=re.MULTILINE)[1].split("\n## ")[0]
    return re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)


def test_every_code_of_a_finding_has_a_meaning() -> None:
    assert all(code.meaning for code in Code)
    assert len({code.meaning for code in Code}) == len(Code)


TOML = [
    (page.name, text)
    for page in PAGES
    for text in re.findall(r"```toml\n(.*?)```", page.read_text(), re.DOTALL)
]


@pytest.mark.parametrize(("page", "text"), TOML, ids=[name for name, _ in TOML])
def test_every_file_that_is_shown_can_be_copied(page: str, text: str, tmp_path: Path) -> None:
    """Each is what its first line says: a game, a season, rulings, orders or a scenario, and sound."""
    known = tomllib.loads(text)
    if "phase" in known:
        path = tmp_path / page
        path.write_text(text)
        assert [one.differences for one in run_scenario(read_scenario(path))] == [()]
        return
    kind = next((kind for key, kind in KINDS.items() if key in known), "orders")
    reading = parse_toml(text.encode(), page, RULINGS)
    assert reading.document is not None
    powers = VARIANTS["standard"].start.powers
    match kind:
        case "game":
            findings = read_settings(reading.document, known["game"])[1]
        case "map":
            findings = read_facts(reading.document)[1]
        case "season":
            findings = read_deadline(reading.document, known["season"])[1]
        case "rulings":
            findings = read_rulings(reading.document, powers)[1]
        case "lists":
            (tmp_path / "lists.toml").write_text(text)
            findings = read_lists(tmp_path, VARIANTS, known["games"]).findings
        case _:
            findings = _orders(text, known)
    assert [finding.title for finding in findings] == []


def _orders(text: str, known: dict[str, str]) -> tuple[Finding, ...]:
    """Return what is wrong with an order file; a part of one gets the head that it lacks."""
    given = {"game": "x", "season": "1901-1-spring", "power": "france", **known}
    head = "".join(
        f'{key} = "{given[key]}"\n' for key in ("game", "season", "power") if key not in known
    )
    slot = OrderSlot(
        game=given["game"], season=given["season"], power=Power(given["power"].title()), shown=""
    )
    reading = parse_toml((head + text).encode(), "orders", ORDERS)
    return parse_order_file(reading, slot).findings


def test_the_page_on_scenarios_names_every_key_there_is() -> None:
    page = (ROOT / "docs" / "scenarios.md").read_text()
    keys = {*TOP, *START, *PHASE, *_KEYED, *_WHOLE} - {"phase", "start", "options", "expect"}
    assert [key for key in sorted(keys) if f"`{key}" not in page and f"{key}." not in page] == []


def test_the_answer_shown_on_the_page_on_scenarios_is_what_the_command_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (ROOT / "docs" / "scenarios.md").read_text()
    (question,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    wanted, fault = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "question.toml").write_text(question)
    assert CliRunner().invoke(commands, ["scenario", "question.toml"]).output == wanted
    (tmp_path / "question.toml").write_text(question.replace('Germany = "A', 'Germny = "A'))
    assert (
        CliRunner().invoke(commands, ["scenario", "question.toml"]).stderr.strip() == fault.strip()
    )
    (line,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    answer = json.loads(answer_question(line))
    assert {"id", "phase", "units", "centres", "dislodged", "results"} == {*answer}
    assert answer["results"]["France"][0]["result"] == "fails"


def test_every_ruling_that_there_is_stands_in_the_page_for_the_gm() -> None:
    page = (ROOT / "docs" / "game-master.md").read_text()
    assert [kind for kind in RulingKind if f"`{kind}`" not in page] == []


def test_every_file_and_module_that_is_named_is_there() -> None:
    """In the documents, in the Makefile, in comments of pyproject.toml; what git ignores is made later."""
    wrong = []
    made = {line.strip("/") for line in (ROOT / ".gitignore").read_text().splitlines()}
    for page in [
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/**/*.md"),
        ROOT / "pyproject.toml",
        ROOT / "Makefile",
    ]:
        text = page.read_text(encoding="utf-8")
        paths = re.findall(
            r"(?<![\w/.-])(?:zinegen|tests|tools|benchmarks|docs|templates)/[\w/.-]*\w(?![\w*<{])",
            text,
        )
        dotted = re.findall(r"(?:from |import |`)((?:zinegen|tests|tools)(?:\.[a-z]\w*)+)", text)
        gone = (
            one for one in paths if not made & {one, Path(one).name} and not (ROOT / one).exists()
        )
        wrong += [f"{page.name}: {one}" for one in gone]
        wrong += [f"{page.name}: {one}" for one in dotted if not names_something(one)]
    assert wrong == []


def test_every_long_corpus_stands_in_the_table_and_is_tried_in_full_by_one_command() -> None:
    """With what the suite tries of it; those that give other cases, and `make hosts`, are no corpora."""
    numbers = re.compile(r'int\(os\.environ\.get\("([A-Z_]+)", "(\d+)"\)\)')
    tests = (ROOT / "tests").rglob("*.py")
    read = {found for path in tests for found in numbers.findall(path.read_text("utf-8"))}
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    rows = re.findall(r"(?m)^\| `([A-Z_]+)` \| (\d+) \| (\d+) \|.*\| `(\S+)` \|$", page)
    assert {(name, few) for name, few, _, _ in rows} == read - {("SEED", "1")}
    (recipe,) = re.findall(r"(?m)^long:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text("utf-8"))
    assert {*re.findall(r"[A-Z_]+=\d+", recipe)} == {f"{name}={all_}" for name, _, all_, _ in rows}
    assert {*re.findall(r"tests/\S+", recipe)} == {file for *_, file in rows}


def names_something(dotted: str) -> bool:
    """Tell whether a dotted name is a package or a module of the repository, or stands in one."""
    parts = dotted.split(".")
    for last in range(len(parts), 0, -1):
        place = ROOT.joinpath(*parts[:last])
        if place.is_dir():
            place /= "__init__"
        if place.with_suffix(".py").is_file():
            inside = place.with_suffix(".py").read_text(encoding="utf-8")
            return all(part in inside for part in parts[last:])
    return False


def test_the_policy_that_a_host_may_send_is_that_of_the_pages() -> None:
    told = (ROOT / "docs" / "game-master.md").read_text()
    assert f'"{write_policy()}"' in told
