"""``game.toml``: the rule set and its options, the players, what the GM decided; what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from zinegen.archive.folder.chance_settings import is_digest, read_chance
from zinegen.archive.folder.contacts import Contact, is_mail_address, parse_contact
from zinegen.archive.folder.deadline_rules import Deadlines, read_deadlines
from zinegen.archive.folder.game_rules import (
    DatedRules,
    read_dated_rules,
    read_season,
    read_variant,
)
from zinegen.archive.folder.press_files import PressRule
from zinegen.archive.seals import is_public_key
from zinegen.board.board import Power
from zinegen.errors import ZinegenError
from zinegen.game.state import Phase
from zinegen.game.variant import Variant
from zinegen.languages.texts import gettext
from zinegen.notation.findings import Finding
from zinegen.notation.grammar.names import suggest
from zinegen.play.chance import ChanceSettings
from zinegen.play.hidden_text import is_open_key
from zinegen.play.names import SeasonName, power_of, power_slug
from zinegen.play.policy import Policy
from zinegen.play.setups import Setup, keeps_secrets, start_state
from zinegen.play.texts.tables import Table
from zinegen.play.texts.toml_text import WRONG_KIND, Document
from zinegen.play.votes import VotesTold
from zinegen.redrawing import draw_board

NO_POWER, BAD_START = "09", "10"
PRIVATE_KEYS = ("centres", "secret", "known")
"""What a ``[start]`` may say of a position that must not stand in a public file where it is secret."""
MOST_KEYS = 4
"""Keys of GM and deputies."""
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A player or the GM."""

    name: str
    id: int = 0
    """The account's number: a name can be given up and taken by somebody else. 0: none is known."""
    key: str = ""
    """Public key for private reports."""
    mail: str = ""
    """A player's address, by which orders sent by mail are known; no page shows it."""
    contact: Contact | None = None
    """How players write to the GM."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormerPlayer:
    """Somebody who played a power before."""

    name: str
    until: str
    """The last season's folder that was theirs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Secrecy:
    """How orders are kept secret until the deadline."""

    orders: str = "open"
    """``open``, ``sealed`` or ``by-gm``."""
    gm_keys: tuple[str, ...] = ()
    """Public keys of the GM and deputies."""
    hidden: str = ""
    """SHA-256 of ``hidden.toml.age``, in a game that keeps secrets."""
    open_key: str = ""
    """The game's own key, published at its end: with it everybody opens what was hidden."""
    players: str = "named"
    """``named``, or of an anonymous game when it is told who played: ``until-end`` or ``never-told``."""

    @property
    def is_anonymous(self) -> bool:
        """Tell whether nobody knows who plays while the game goes on."""
        return self.players != "named"

    def hides_players(self, *, is_over: bool) -> bool:
        """Tell whether nobody is to know who plays, or played, while the game goes on or when it is over."""
        return self.players == "never-told" or (self.players == "until-end" and not is_over)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that ``game.toml`` says."""

    game: str
    """The folder's name."""
    title: str
    variant: Variant
    """The rule set with the GM's options, as the game begins."""
    setup: Setup
    """How the game begins."""
    gm: Person
    players: Mapping[Power, Person]
    """By power in alphabetical order; a power may have nobody."""
    replaced: Mapping[Power, tuple[FormerPlayer, ...]] = field(default_factory=dict)
    deadlines: Deadlines = field(default_factory=Deadlines)
    policy: Policy = field(default_factory=Policy)
    secrecy: Secrecy = field(default_factory=Secrecy)
    press: PressRule = PressRule.WHITE
    """How press is signed."""
    chance: ChanceSettings = field(default_factory=ChanceSettings)
    dated: tuple[DatedRules, ...] = ()
    """Changes of options and languages, by their seasons."""
    sha256: str = ""

    @property
    def powers(self) -> tuple[Power, ...]:
        """All powers of the game, in alphabetical order."""
        return tuple(sorted(self.variant.start.powers))

    def variant_in(self, season: SeasonName) -> Variant:
        """Return the rule set with the options and languages that hold in a season."""
        begun = (one.variant for one in reversed(self.dated) if one.season <= season)
        return next(begun, self.variant)

    def players_in(self, season: SeasonName) -> Mapping[Power, str]:
        """Return who plays each power in a season: today's player, or whoever is replaced only later.

        The season until which somebody plays need not have a folder yet.
        """
        found = {}
        for power in self.powers:
            player = self.players.get(power)
            ends = (
                (last, former.name)
                for former in self.replaced.get(power, ())
                if (last := SeasonName.parse(former.until)) is not None and season <= last
            )
            _, name = min(ends, default=(season, player.name if player else ""))
            if name:
                found[power] = name
        return found


def read_settings(
    document: Document, slug: str, root: Path = Path()
) -> tuple[Settings | None, tuple[Finding, ...]]:
    """Read a ``game.toml``; without a rule set that is known there are no settings.

    ``root`` is the zine's folder, in which maps of its own lie.
    """
    top = Table.of(document)
    top.require_game(slug)
    title = top.text("title", most=100) or slug
    gm = top.table("gm", needed=True)
    person = _read_gm(gm) if gm is not None else Person(name="")
    variant = read_variant(top, root)
    if variant is None:
        return None, tuple(top.findings)
    powers = variant.start.powers
    settings = Settings(
        game=slug,
        title=title,
        variant=variant,
        setup=_read_setup(top.section("start"), variant),
        gm=person,
        players=_read_players(top.section("players"), powers),
        replaced=_read_former_players(top.section("replaced"), powers),
        deadlines=read_deadlines(top.section("deadlines")),
        policy=_read_policy(top.section("policy")),
        secrecy=_read_secrecy(top.section("secrecy")),
        press=_read_press_rule(top.section("press")),
        chance=read_chance(top.section("chance"), powers) if "chance" in top else ChanceSettings(),
        dated=read_dated_rules(top, variant),
        sha256=document.sha256,
    )
    _check_secrecy(top, settings)
    top.report_unknown_keys()
    return settings, tuple(top.findings)


def _read_setup(table: Table, variant: Variant) -> Setup:
    setup = Setup(
        phase=_read_first_phase(table, variant),
        events=table.texts("events"),
        units=table.texts_by_power("units"),
        centres=table.texts_by_power("centres"),
        visits=table.texts_by_power("visits"),
    )
    tries = {
        "events": replace(setup, units={}, centres={}, visits=None),
        "units": replace(setup, centres={}, visits=None),
        "centres": replace(setup, visits=None),
        "visits": setup,
    }
    for key, tried in tries.items():
        if key in table:
            try:
                draw_board(start_state(variant, tried).board)
            except ZinegenError as error:
                table.add_error(BAD_START, key, str(error))
                return Setup()
    return setup


def _read_first_phase(table: Table, variant: Variant) -> Phase | None:
    """Return the phase in which a game begins; None where none is named, or none that the rule set has."""
    text = table.text("phase")
    if text is None:
        return None
    kinds = ", ".join(sorted(variant.rules))
    try:
        phase = Phase.parse(text)
    except ZinegenError as error:
        table.add_error(BAD_START, "phase", str(error), gettext("a phase is written S1905M"))
        return None
    if phase.kind not in variant.rules:
        what = gettext("{variant} has no phase such as {phase}", variant=variant.id, phase=phase)
        table.add_error(BAD_START, "phase", what, gettext("its phases end in {kinds}", kinds=kinds))
        return None
    return phase


def _read_person(table: Table) -> Person:
    what, hint = gettext("this is no public key"), gettext("public keys begin with age1")
    for key in ("account", "github"):  # its name, for the GM to know it by; the number counts
        table.text(key, most=40)
    return Person(
        name=table.name("name", needed=True) or "",
        id=table.number("id", 0),
        key=table.valid_text("key", is_public_key, what, hint),
    )


def _read_gm(table: Table) -> Person:
    what = gettext("this is neither a mail address nor a link")
    hint = gettext(
        'write "ann@example.org", "https://example.org/ann" or "Our chat '
        '<https://example.org/chat>"'
    )
    text = table.valid_text("contact", lambda one: parse_contact(one) is not None, what, hint)
    found = replace(_read_person(table), contact=parse_contact(text) if text else None)
    table.report_unknown_keys()  # also where there is no such rule set, and the rest is not read
    return found


def _read_player(table: Table) -> Person:
    what, hint = gettext("this is no mail address"), gettext('it looks like "bob@example.org"')
    mail = table.valid_text("mail", is_mail_address, what, hint)
    return replace(_read_person(table), mail=mail)


def _read_powers(table: Table, powers: tuple[Power, ...]) -> Iterator[tuple[str, Power | None]]:
    """Yield the keys of a table and the power that each names; a key that names none is an error."""
    slugs = tuple(power_slug(one) for one in powers)
    for name in table.names():
        power = power_of(power_slug(Power(name)), powers)
        if power is None:
            hint = suggest(
                name.lower(), slugs, gettext("there are {names}", names=", ".join(slugs))
            )
            table.add_error(
                NO_POWER, name, gettext("there is no power called {name}", name=name), hint
            )
        yield name, power


def _read_players(table: Table, powers: tuple[Power, ...]) -> Mapping[Power, Person]:
    found: dict[Power, Person] = {}
    for name, power in _read_powers(table, powers):
        about = table.table(name)
        person = _read_player(about) if about is not None else None
        if power is not None and person is not None:
            found[power] = person
    return dict(sorted(found.items()))


def _read_former_players(
    table: Table, powers: tuple[Power, ...]
) -> Mapping[Power, tuple[FormerPlayer, ...]]:
    found: dict[Power, tuple[FormerPlayer, ...]] = {}
    for name, power in _read_powers(table, powers):
        formers = tuple(map(_read_former_player, table.tables(name)))
        if power is not None:
            found[power] = formers
    return dict(sorted(found.items()))


def _read_former_player(table: Table) -> FormerPlayer:
    until = read_season(table, "until")
    name = table.name("name", needed=True) or ""
    return FormerPlayer(name=name, until=str(until) if until is not None else "")


def _read_policy(table: Table) -> Policy:
    words = ("hold", "wait")
    return Policy(
        no_orders=table.choice("no_orders", words, "hold"),
        no_orders_first=table.choice("no_orders_first", words, "wait"),
        unreadable_file=table.choice("unreadable_file", words, "wait"),
        unreadable_line=table.choice("unreadable_line", words, "wait"),
        votes=table.choice("votes", tuple(VotesTold), VotesTold.NONE),
    )


def _read_press_rule(table: Table) -> PressRule:
    return PressRule(table.choice("kind", tuple(PressRule), PressRule.WHITE))


def _read_secrecy(table: Table) -> Secrecy:
    keys = table.texts("gm_keys")
    wrong = [number for number, key in enumerate(keys, 1) if not is_public_key(key)]
    if wrong or len(keys) > MOST_KEYS:
        what = (
            gettext("key {text} is no public key", text=wrong[0])
            if wrong
            else gettext("at most {number} keys", number=MOST_KEYS)
        )
        table.add_error(WRONG_KIND, "gm_keys", what, gettext("public keys begin with age1"))
        keys = ()
    orders = table.choice("orders", ("open", "sealed", "by-gm"), "sealed" if keys else "open")
    if orders == "sealed" and not keys and not wrong:
        what = gettext("orders cannot be sealed without a key of the GM")
        hint = gettext("make one with `zinegen keygen` and write it into gm_keys")
        table.add_error(WRONG_KIND, "orders", what, hint)
    digest = table.valid_text(
        "hidden", is_digest, gettext("this is no digest"), gettext("sha256: and 64 digits")
    )
    what, hint = gettext("this is no key of a game"), gettext("58 signs, no prefix")
    open_key = table.valid_text("open_key", is_open_key, what, hint)
    return Secrecy(
        orders=orders,
        gm_keys=keys,
        hidden=digest.removeprefix("sha256:"),
        open_key=open_key,
        players=table.choice("players", ("named", "until-end", "never-told"), "named"),
    )


def _check_secrecy(top: Table, settings: Settings) -> None:
    """Report whatever would give away the secrets of a rule set that has some."""
    if not keeps_secrets(settings.variant):
        return
    start = top.section("start")
    for key in PRIVATE_KEYS:
        if key in start:
            hint = gettext("it goes into hidden.toml, which is sealed")
            start.add_error(WRONG_KIND, key, gettext("{key} would be public here", key=key), hint)
    if settings.secrecy.orders != "sealed" or not settings.secrecy.gm_keys:
        what = gettext(
            "{variant} keeps secrets: its orders must be sealed to a key of the GM",
            variant=settings.variant.id,
        )
        hint = gettext('orders = "sealed" and gm_keys under [secrecy]; `zinegen new` writes both')
        top.add_error(WRONG_KIND, "secrecy", what, hint)
    if settings.chance.chain:
        what = gettext("a chain of secrets would publish the secret throws with the first season")
        top.add_error(WRONG_KIND, "chance", what, gettext("take one secret for the whole game"))
