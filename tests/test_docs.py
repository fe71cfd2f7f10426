"""What the documents say is there is there: commands, options, files, rule sets."""

import re
from pathlib import Path

import click
import pytest

from zinegen.cli.entry import commands
from zinegen.notation.findings import Code
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
        assert isinstance(command, click.Command), f"zinegen {words[0]} is no command"
        known = {option for parameter in command.params for option in parameter.opts} | {"--help"}
        told = {word.partition("=")[0] for word in words if re.fullmatch(r"--[a-z-]+(=.*)?", word)}
        assert told <= known, f"zinegen {words[0]} has no {told - known}"


def test_the_readme_has_every_command() -> None:
    readme = (ROOT / "README.md").read_text()
    assert [name for name in commands.list_commands(CONTEXT) if f"`zinegen {name}" not in readme] == []


def test_the_readme_begins_with_what_it_is_a_picture_and_two_commands() -> None:
    first = "\n".join((ROOT / "README.md").read_text().splitlines()[:24])
    (picture,) = re.findall(r"!\[[^]]{20,}\]\(([^)]+)\)", first)
    assert (ROOT / picture).is_file()
    assert "make site" in first
    assert "make test" in first


@pytest.mark.parametrize("name", VARIANTS)
def test_every_rule_set_has_its_page(name: str) -> None:
    page = (ROOT / "site_src" / "rules" / f"{name}.md").read_text()
    assert VARIANTS[name].author.split()[-1] in page


@pytest.mark.parametrize("name", VARIANTS)
def test_every_option_has_a_sentence_and_a_default_it_may_have(name: str) -> None:
    for option in VARIANTS[name].options:
        assert option.meaning.endswith("."), option.name
        assert VARIANTS[name].with_options({option.name: option.default})


def test_every_code_of_a_finding_has_a_meaning() -> None:
    assert all(code.meaning for code in Code)
    assert len({code.meaning for code in Code}) == len(Code)
