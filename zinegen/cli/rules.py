"""Commands that judge: scenario files, questions of other programs, and what the rule sets are."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TypeAlias

import click

from zinegen.archive.scenario_files import ScenarioFileError, play_scenario, scenario_files
from zinegen.cli.cluster_option import ON
from zinegen.cli.exits import CANNOT, DONE, WRONG, exchange_utf_8, print_error
from zinegen.cluster import working_at
from zinegen.game.variant import Option, Variant
from zinegen.notation.findings import as_text
from zinegen.notation.reading.forms import all_forms
from zinegen.pages.words.outcomes import describe_outcome
from zinegen.play.scenarios.questions import Answered, answer_question
from zinegen.play.texts.toml_text import write_option
from zinegen.variants import VARIANTS, find_variant
from zinegen.workers import find_workers

NAMED = 10
"""Files that came out otherwise, or lines without a result, that are named."""


def _list_first(names: list[str]) -> str:
    """Return the first of some names in words, and how many more there are."""
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f"{', '.join(names[:NAMED])}{more}"


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
def scenario(paths: tuple[Path, ...]) -> int:
    """Judge scenario files and compare: "what would happen if".

    PATHS are files or folders of them. Of a single file everything that happens is told below its line.
    Ends with 1 when something differs, 2 when a file cannot be read.
    """
    passed = unreadable = 0
    failed: list[str] = []
    for path in scenario_files(paths):
        try:
            results = play_scenario(path).results
        except ScenarioFileError as problem:
            click.echo(f"{path}: cannot be read: {problem.why}")
            print_error(as_text((problem.finding,)))
            unreadable += 1
            continue
        found = [
            f"{result.played.before.phase} {difference}"
            for result in results
            for difference in result.differences
        ]
        click.echo(f"{path}: {'; '.join(found) or 'ok'}")
        for result in results if paths == (path,) else ():
            click.echo(f"  {result.played.before.phase}")
            for line in describe_outcome(result.played):
                click.echo(f"    {line}")
        if found:
            failed.append(str(path))
        else:
            passed += 1
    for folder in paths:
        if folder.is_dir() and not [*scenario_files([folder])]:
            print_error(f"{folder} holds no scenario files: their names end in .toml")
    click.echo(f"{passed} passed, {len(failed) + unreadable} failed")
    if failed:
        print_error(f"zinegen: not as expected: {_list_first(failed)}")
    if unreadable:
        return CANNOT
    return WRONG if failed else DONE


@click.command()
@click.option("--jsonl", is_flag=True, required=True, help="One JSON object a line in, one out.")
@ON
def adjudicate(*, jsonl: bool, on: str | None) -> int:
    """Answer questions of other programs: positions and orders in, results out, line by line.

    A line that cannot be answered gets {"id": ..., "error": ...}, and the run goes on; it ends with 1
    then, or with 2 where a fault in the program is why.
    """
    del jsonl  # the only form there is; named so that others can come
    exchange_utf_8()
    questions = (one for one in enumerate(sys.stdin, 1) if one[1].strip())
    unanswered: list[int] = []
    code = DONE
    for number, answered in _answer_each(questions, on):
        click.echo(answered.line)
        if not answered.has_result:
            unanswered.append(number)
            code = max(code, CANNOT if answered.is_our_fault else WRONG)
    if unanswered:
        lines = "lines" if len(unanswered) > 1 else "line"
        numbers = _list_first([*map(str, unanswered)])
        print_error(f"zinegen: no result for {lines} {numbers}; `error` says why")
    return code


TOGETHER = 100
"""Questions that travel together: one takes less time than its way."""
_Question: TypeAlias = tuple[int, str]
"""The number of a line, and the line."""


def _answer_each(questions: Iterator[_Question], on: str | None) -> Iterator[tuple[int, Answered]]:
    """Yield the number of each line and what came of it, here or on a cluster, in the order of the lines."""
    if on is None:
        for number, line in questions:
            yield number, answer_question(line)
        return
    with working_at(on):
        for answers in find_workers().stream(_answer_all, iter(partial(_take, questions), ())):
            yield from answers


def _take(questions: Iterator[_Question]) -> tuple[_Question, ...]:
    return tuple(islice(questions, TOGETHER))


def _answer_all(questions: tuple[_Question, ...]) -> list[tuple[int, Answered]]:
    return [(number, answer_question(line)) for number, line in questions]


@click.command()
@click.argument("name", required=False)
def variants(name: str | None) -> int:
    """List the rule sets, or show one: phases, order forms, options with defaults."""
    if name is None:
        width = max(len(variant.id) for variant in VARIANTS.values())
        for variant in VARIANTS.values():
            click.echo(f"{variant.id:{width}}  {variant.title}: {variant.summary}")
        return DONE
    click.echo(_describe(find_variant(name)))
    return DONE


def _describe(variant: Variant) -> str:
    kinds = ", ".join(sorted(f"{kind.name.lower()} ({kind})" for kind in variant.rules))
    lines = [
        f"{variant.id}: {variant.title} by {variant.author}",
        variant.summary,
        "",
        f"Begins with {variant.start.phase}. Phases: {kinds}.",
        "",
        "Order forms:",
        *(f"  {form.name:24} {form.example}" for form in all_forms(variant)),
        "",
        "Options in game.toml under [options]:",
        *(f"  {line}" for option in variant.options for line in _describe_option(option)),
    ]
    return "\n".join(lines)


def _describe_option(option: Option) -> tuple[str, str]:
    values = option.list_values(write_option, " | ")
    return f"{option.name} = {write_option(option.default)}   ({values})", f"    {option.meaning}"
