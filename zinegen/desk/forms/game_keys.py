"""The keys of `game.toml` as fields of forms: the words of the guide, and what each value does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from zinegen.archive.folder.game_file import read_settings
from zinegen.desk.forms.fields import Field, FieldKind, choose, show_value
from zinegen.game.variant import Option, Variant
from zinegen.languages.texts import N_
from zinegen.notation.findings import Finding, Level
from zinegen.play.names import power_slug
from zinegen.play.texts.toml_text import SETTINGS, parse_toml

_GM_RULES = ("gm", N_("you rule on each"))
_VOID = ("void", N_("they do not count"))
_WAITS = ("wait", N_("the game waits for your ruling"))
_HOLDS = ("hold", N_("the units hold"))

DEADLINES = (
    Field(
        path=("deadlines", "timezone"),
        label=N_("Time zone"),
        meaning=N_("For showing deadlines, and for the rhythm: such as Europe/London."),
        usual="UTC",
    ),
    Field(
        path=("deadlines", "every"),
        label=N_("From one deadline to the next"),
        meaning=N_(
            "Such as 2 weeks, or hours, days, months: closing writes the next deadline. Without it you do."
        ),
    ),
    Field(
        path=("deadlines", "at"),
        label=N_("At what time of day"),
        meaning=N_("Such as 20:00; without it as the deadline before."),
    ),
    Field(
        path=("deadlines", "every_retreats"),
        label=N_("To a deadline for retreats alone"),
        meaning=N_(
            "Such as 3 days, where retreats have deadlines of their own; without it as to any other."
        ),
    ),
    Field(
        path=("deadlines", "every_builds"),
        label=N_("To a deadline for builds and removals"),
        meaning=N_("Such as 3 days; without it as to any other."),
    ),
    Field(
        path=("deadlines", "skip"),
        label=N_("Days of the week without a deadline"),
        meaning=N_("In English, one a line, such as saturday: it comes on the next other day."),
        kind=FieldKind.TEXTS,
    ),
    Field(
        path=("deadlines", "holidays"),
        label=N_("Holidays"),
        meaning=N_(
            "Days without a deadline, one a line: 2027-04-05, or from day to day 2026-12-24/2027-01-02."
        ),
        kind=FieldKind.TEXTS,
    ),
    Field(
        path=("deadlines", "extend_missing"),
        label=N_("Put off where orders are missing"),
        meaning=N_("Such as 2 days: once a season closing puts the deadline off, and says why."),
    ),
    choose(
        "deadlines",
        "all_in",
        N_("When all orders are in"),
        "wait",
        ("wait", N_("wait for the deadline")),
        ("close", N_("close as soon as all can be read")),
    ),
    Field(
        path=("deadlines", "grace_minutes"),
        label=N_("Minutes of grace"),
        meaning=N_("So long after the deadline orders are still in time."),
        kind=FieldKind.NUMBER,
        usual="0",
    ),
    choose(
        "deadlines",
        "late_orders",
        N_("Orders that come late"),
        "gm",
        _GM_RULES,
        _VOID,
        ("until-opened", N_("they count until the orders are opened")),
    ),
    choose(
        "deadlines",
        "late_changes",
        N_("Changes that come late"),
        "void",
        ("void", N_("what came in time counts")),
        _GM_RULES,
    ),
)
"""Below `[deadlines]`."""
POLICY = (
    choose("policy", "no_orders", N_("Somebody sends no orders"), "hold", _HOLDS, _WAITS),
    choose(
        "policy", "no_orders_first", N_("The same at the first deadline"), "wait", _WAITS, _HOLDS
    ),
    choose("policy", "unreadable_file", N_("An order file cannot be read"), "wait", _WAITS, _HOLDS),
    choose(
        "policy",
        "unreadable_line",
        N_("A line cannot be read"),
        "wait",
        _WAITS,
        ("hold", N_("nothing comes of the line")),
    ),
    choose(
        "policy",
        "votes",
        N_("Votes on a draw or a concession"),
        "none",
        ("none", N_("nobody votes")),
        ("carried", N_("only what was carried is told")),
        ("count", N_("how many were for it is told")),
        ("who", N_("who was for it is told")),
    ),
    choose(
        "press",
        "kind",
        N_("How press is signed"),
        "white",
        ("white", N_("white: the power stands beside the signature")),
        ("grey", N_("grey: the same, or without a sender")),
        ("black", N_("black: any signature as it stands")),
        ("anonymous", N_("anonymous: without a sender")),
        ("none", N_("none: powers write none")),
    ),
)
"""The house rules, below `[policy]` and `[press]`."""
ABOUT = (
    Field(path=("title",), label=N_("Title"), meaning=N_("How pages call the game.")),
    Field(path=("gm", "name"), label=N_("Game master")),
    Field(
        path=("gm", "contact"),
        label=N_("How players write to the game master"),
        meaning=N_(
            "A mail address or a link; with words of your own before it, it stands in angle brackets."
        ),
    ),
    Field(
        path=("gm", "account"),
        label=N_("The game master's account"),
        meaning=N_("Its name on the platform where players hand in, for people to know it by."),
    ),
    Field(
        path=("gm", "id"),
        label=N_("The number of that account"),
        meaning=N_("It counts, since a name can change hands."),
        kind=FieldKind.NUMBER,
    ),
    Field(
        path=("gm", "key"),
        label=N_("The game master's public key"),
        meaning=N_("For private reports; it begins with age1."),
    ),
    Field(
        path=("notation", "languages"),
        label=N_("Languages of orders besides English"),
        meaning=N_("de or fr, one a line; files have remarks in the first."),
        kind=FieldKind.TEXTS,
    ),
)
"""What the game is called, who runs it, in which languages orders may be."""
SECRECY = (
    choose(
        "secrecy",
        "orders",
        N_("Orders before the deadline"),
        "open",
        ("open", N_("everybody who sees the files reads them")),
        ("sealed", N_("sealed: nobody reads them")),
        ("by-gm", N_("they come to the game master alone")),
    ),
    choose(
        "secrecy",
        "players",
        N_("Who plays"),
        "named",
        ("named", N_("told")),
        ("until-end", N_("told at the end of the game")),
        ("never-told", N_("never told")),
    ),
    Field(
        path=("secrecy", "gm_keys"),
        label=N_("Public keys that orders are sealed to"),
        meaning=N_("Yours and those of deputies, one a line, at most four; they begin with age1."),
        kind=FieldKind.TEXTS,
    ),
    Field(
        path=("secrecy", "hidden"),
        label=N_("Digest of the sealed secrets"),
        meaning=N_("Written by the program; change it only when a command tells you the new one."),
    ),
    Field(
        path=("secrecy", "open_key"),
        label=N_("The game's own key, published at its end"),
        meaning=N_(
            "With it everybody opens what was hidden. Leave it empty while the game goes on."
        ),
    ),
    Field(
        path=("chance", "commitment"),
        label=N_("Commitment to the secret for throws"),
        meaning=N_("Written by the program; with another one no throw can be proved."),
    ),
    Field(
        path=("chance", "chain"),
        label=N_("Seasons of a chain of secrets"),
        meaning=N_("Only where one secret is published with each season."),
        kind=FieldKind.NUMBER,
    ),
)
"""Below `[secrecy]` and `[chance]`."""


def find_game_faults(text: str, game: str, root: Path) -> tuple[Finding, ...]:
    """Return what is wrong with the text of a ``game.toml``, the errors first."""
    reading = parse_toml(text.encode(), "game.toml", SETTINGS)
    findings = reading.findings
    if reading.document is not None:
        findings = (*findings, *read_settings(reading.document, game, root)[1])
    return tuple(sorted(findings, key=lambda one: one.level is not Level.ERROR))


def list_option_fields(variant: Variant) -> Iterator[Field]:
    """Yield a field for each option of a rule set."""
    for option in variant.options:
        yield make_option_field(option)


def make_option_field(option: Option) -> Field:
    """Return the field of one option; its choices say themselves what they are."""
    usual = show_value(option.default)
    label, path = option.name.replace("_", " ").capitalize(), ("options", option.name)
    if not isinstance(option.values, tuple):
        kind = FieldKind.NUMBER if option.values is int else FieldKind.TEXTS
        return Field(path=path, label=label, meaning=option.meaning, kind=kind, usual=usual)
    return Field(
        path=path,
        label=label,
        meaning=option.meaning,
        kind=FieldKind.CHOICE,
        usual=usual,
        choices=tuple((show_value(one), show_value(one)) for one in option.values),
        bare=frozenset(show_value(one) for one in option.values if not isinstance(one, str)),
    )


def list_player_fields(variant: Variant) -> Iterator[tuple[str, tuple[Field, ...]]]:
    """Yield each power with the fields of who plays it."""
    for power in sorted(variant.start.powers):
        path = ("players", power_slug(power))
        yield (
            power,
            (
                Field(path=(*path, "name"), label=N_("Name")),
                Field(path=(*path, "mail"), label=N_("Mail")),
                Field(path=(*path, "account"), label=N_("Account")),
                Field(path=(*path, "id"), label=N_("Its number"), kind=FieldKind.NUMBER),
                Field(path=(*path, "key"), label=N_("Public key")),
            ),
        )
