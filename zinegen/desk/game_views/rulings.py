"""What a waiting game asks its GM: each question with the rulings that answer it, and what each does."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from zinegen.languages.texts import N_, gettext
from zinegen.notation.findings import Finding, sort_findings
from zinegen.play.records.records import Waiting
from zinegen.play.texts.rulings_file import RulingKind
from zinegen.play.texts.toml_text import quote_toml

EFFECTS: Mapping[RulingKind, str] = {
    RulingKind.ACCEPT: N_("The file counts."),
    RulingKind.REFUSE: N_("The file does not count, and the units hold."),
    RulingKind.READ_AS: N_("The line is read as if this stood there:"),
    RulingKind.PLACE: N_("The fleet goes to this coast."),
    RulingKind.PROCEED: N_("The game goes on without: nothing comes of it."),
    RulingKind.NOTED: N_("The note has been read; what you make of it is the reason."),
    RulingKind.CIVIL_DISORDER: N_(
        "The power's units hold and nothing is built until it hands in orders again."
    ),
}
"""What a ruling does, as the rule says it."""
_OTHERS: Mapping[RulingKind, tuple[RulingKind, ...]] = {
    RulingKind.READ_AS: (RulingKind.PROCEED,),
    RulingKind.ACCEPT: (RulingKind.REFUSE,),
    RulingKind.PROCEED: (RulingKind.CIVIL_DISORDER,),
}
"""What else may answer a question for which a ruling is offered."""
READING = "as"


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingChoice:
    """A ruling that answers a question."""

    kind: RulingKind
    effect: str
    said: Mapping[str, str]
    """Its keys and values in `rulings.toml`, but for the reason."""
    reading: str = ""
    """How a line would be read; the GM may write it otherwise."""

    def write(self, reading: str) -> tuple[str, ...]:
        """Return its lines of TOML, with the reading that was typed."""
        said = {**self.said, READING: reading} if self.kind is RulingKind.READ_AS else self.said
        return tuple(f"{key} = {quote_toml(value)}" for key, value in said.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Something that a game waits for, and what may answer it."""

    finding: Finding
    choices: tuple[RulingChoice, ...]


def list_questions(waiting: Waiting) -> tuple[tuple[Question, ...], tuple[Finding, ...]]:
    """Return the questions that rulings answer, and the reasons that only other changes take away."""
    reasons = sort_findings(waiting.reasons)
    asked = tuple(
        Question(finding=one, choices=tuple(_list_choices(one))) for one in reasons if one.ruling
    )
    return asked, tuple(one for one in reasons if not one.ruling)


def _list_choices(one: Finding) -> Iterator[RulingChoice]:
    offered = tomllib.loads("\n".join(one.ruling))
    said = {key: str(value) for key, value in offered.items()}
    kind = RulingKind(said["do"])
    yield _choose(kind, said)
    bare = {key: value for key, value in said.items() if key not in {"line", READING}}
    is_about_line = kind is RulingKind.PROCEED and bool(one.line)
    if is_about_line:
        yield _choose(RulingKind.READ_AS, {**bare, "line": one.line.strip()})
        return
    for other in _OTHERS.get(kind, ()):
        if other is not RulingKind.CIVIL_DISORDER or "about" in said:
            yield _choose(other, bare)


def _choose(kind: RulingKind, said: Mapping[str, str]) -> RulingChoice:
    effect = gettext(EFFECTS[kind]) if kind in EFFECTS else ""
    reading = said.get(READING, "")
    return RulingChoice(kind=kind, effect=effect, said={**said, "do": str(kind)}, reading=reading)


def read_answers(
    questions: Sequence[Question], fields: Mapping[str, str]
) -> list[tuple[tuple[str, ...], str]]:
    """Return the rulings that a form gives, each with its reason; a question without an answer is left.

    Fields are ``choice-N``, ``as-N`` and ``reason-N`` of the question N, from 0.
    """
    found = []
    for number, one in enumerate(questions):
        chosen = fields.get(f"choice-{number}", "")
        if not chosen.isdecimal() or int(chosen) >= len(one.choices):
            continue
        choice = one.choices[int(chosen)]
        reading = fields.get(f"{READING}-{number}", "") or choice.reading
        found.append((choice.write(reading), fields.get(f"reason-{number}", "")))
    return found
