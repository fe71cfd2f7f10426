"""Reading ``game.toml``: what is wrong with it is found in one go."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from zoneinfo import ZoneInfo

from zinegen.archive.chance import LONGEST_CHAIN, is_secret
from zinegen.archive.folder.settings import (
    ChanceSettings,
    Deadlines,
    FormerPlayer,
    Person,
    Policy,
    Secrecy,
    Settings,
)
from zinegen.archive.folder.slugs import SeasonName, power_of, power_slug
from zinegen.archive.folder.tables import Table
from zinegen.archive.folder.toml_files import WRONG_KIND, Document
from zinegen.archive.seals import ONE_TIME, is_public_key
from zinegen.archive.starts import Setup, keeps_secrets, start_board, start_state
from zinegen.board.board import Power
from zinegen.errors import NotationError, RulesError, ZinegenError
from zinegen.game.variant import OptionValue, Variant
from zinegen.notation.findings import Finding
from zinegen.notation.grammar.near_names import nearest
from zinegen.variants import VARIANTS, find_variant

NO_VARIANT, NO_OPTION, NO_POWER, BAD_START = "07", "08", "09", "10"
PRIVATE_KEYS = ("centres", "secret", "known")
"""What a ``[start]`` may say of a position that must not stand in a public file where it is secret."""
MOST_KEYS = 4
"""Keys of GM and deputies."""
_COMMITMENT = re.compile(r"sha256:[0-9a-f]{64}")


def read_settings(document: Document, slug: str) -> tuple[Settings | None, tuple[Finding, ...]]:
    """Read a ``game.toml``; without a rule set that is known there are no settings."""
    top = Table.of(document)
    top.same("game", slug)
    title = top.text("title", most=100) or slug
    gm = _person(top.table("gm", needed=True))
    variant = _variant(top)
    if variant is None:
        return None, tuple(top.findings)
    settings = Settings(
        game=slug,
        title=title,
        variant=variant,
        setup=_setup(top.table("start"), variant),
        gm=gm,
        players=_players(top.table("players"), variant.start.powers),
        replaced=_replaced(top.table("replaced"), variant.start.powers),
        deadlines=_deadlines(top.table("deadlines")),
        policy=_policy(top.table("policy")),
        secrecy=_secrecy(top.table("secrecy")),
        chance=_chance(top.table("chance")),
        sha256=document.sha256,
    )
    _keep_secret(top, settings)
    top.close()
    return settings, tuple(top.findings)


def _variant(top: Table) -> Variant | None:
    name = top.text("variant", needed=True)
    options = top.table("options")
    if name is None:
        return None
    try:
        variant = find_variant(name)
    except ZinegenError:
        known = tuple(VARIANTS)
        near = nearest(name, known)
        hint = f'did you mean "{near}"?' if near else f"there are {', '.join(known)}"
        top.add_error(NO_VARIANT, "variant", f'there is no rule set called "{name}"', hint)
        return None
    return _with_options(variant, options) if options is not None else variant


def _with_options(variant: Variant, options: Table) -> Variant:
    for name in options.names():
        value = options.raw(name)
        if isinstance(value, list) and all(isinstance(part, str) for part in value):
            value = tuple(value)
        known = tuple(sorted(option.name for option in variant.options))
        if name not in known:
            near = nearest(name, known)
            options.add_error(
                NO_OPTION,
                name,
                f"{variant.id} has no option {name}",
                f"did you mean {near}?" if near else f"it has {', '.join(known) or 'none'}",
            )
        elif isinstance(value, bool | int | str | tuple):
            variant = _with_option(variant, options, name, value)
        else:
            options.add_error(WRONG_KIND, name, f"option {name} cannot have such a value")
    return variant


def _with_option(variant: Variant, options: Table, name: str, value: OptionValue) -> Variant:
    """Return the rule set with an option, if its board can be laid out with it: a list may name no place."""
    try:
        chosen = variant.with_options({name: value})
        start_board(chosen)
    except (RulesError, NotationError) as error:
        options.add_error(NO_OPTION, name, str(error))
        return variant
    return chosen


def _setup(table: Table | None, variant: Variant) -> Setup:
    """Read a ``[start]`` table; what is wrong with it is noted at its place."""
    if table is None:
        return Setup()
    units, centres, visits = (table.table(key) for key in ("units", "centres", "visits"))
    setup = Setup(
        events=table.texts("events"),
        units={Power(name): units.texts(name) for name in units.names()} if units else None,
        centres={Power(name): centres.texts(name) for name in centres.names()} if centres else None,
        visits={Power(name): visits.texts(name) for name in visits.names()} if visits else None,
    )
    table.close()
    tries = (
        (table, "events", replace(setup, units={}, centres={}, visits=None)),
        (table, "units", replace(setup, centres={}, visits=None)),
        (table, "centres", replace(setup, visits=None)),
        (table, "visits", setup),
    )
    for part, key, tried in tries:
        if key in part:
            try:
                start_state(variant, tried)
            except ZinegenError as error:
                part.add_error(BAD_START, key, str(error))
                return Setup()
    return setup


def _person(table: Table | None) -> Person:
    if table is None:
        return Person(name="")
    found = Person(
        name=table.name("name", needed=True) or "",
        github=table.text("github", most=40) or "",
        id=table.number("id", 0),
        key=_key(table, "key"),
    )
    table.close()
    return found


def _key(table: Table, name: str) -> str:
    key = table.text(name, most=1000) or ""
    if key and not is_public_key(key):
        table.add_error(WRONG_KIND, name, "this is no public key", "public keys begin with age1")
        return ""
    return key


def _power(table: Table, name: str, powers: tuple[Power, ...]) -> Power | None:
    power = power_of(power_slug(Power(name)), powers)
    if power is None:
        slugs = tuple(power_slug(one) for one in powers)
        near = nearest(name.lower(), slugs)
        hint = f"did you mean {near}?" if near else f"there are {', '.join(slugs)}"
        table.add_error(NO_POWER, name, f"there is no power called {name}", hint)
    return power


def _players(table: Table | None, powers: tuple[Power, ...]) -> Mapping[Power, Person]:
    found: dict[Power, Person] = {}
    for name in table.names() if table else ():
        assert table is not None  # noqa: S101  (the line above)
        power, person = _power(table, name, powers), table.table(name)
        if power is not None and person is not None:
            found[power] = _person(person)
    return dict(sorted(found.items()))


def _replaced(
    table: Table | None, powers: tuple[Power, ...]
) -> Mapping[Power, tuple[FormerPlayer, ...]]:
    found: dict[Power, tuple[FormerPlayer, ...]] = {}
    for name in table.names() if table else ():
        assert table is not None  # noqa: S101  (the line above)
        power = _power(table, name, powers)
        formers = tuple(_former(one) for one in table.tables(name))
        if power is not None:
            found[power] = formers
    return dict(sorted(found.items()))


def _former(table: Table) -> FormerPlayer:
    until = table.text("until", needed=True) or ""
    if until and SeasonName.parse(until) is None:
        table.add_error(
            WRONG_KIND, "until", f"{until[:60]} is no season", "write its folder: 1902-3-winter"
        )
        until = ""
    found = FormerPlayer(name=table.name("name", needed=True) or "", until=until)
    table.close()
    return found


def _deadlines(table: Table | None) -> Deadlines:
    if table is None:
        return Deadlines()
    zone = table.text("timezone") or "UTC"
    if not _is_zone(zone):
        table.add_error(WRONG_KIND, "timezone", f'there is no time zone "{zone}"')
        zone = "UTC"
    found = Deadlines(
        timezone=zone,
        grace_minutes=table.number("grace_minutes", 0, most=7 * 24 * 60),
        late_orders=table.choice("late_orders", ("gm", "void", "until-opened"), "gm"),
        late_changes=table.choice("late_changes", ("void", "gm"), "void"),
    )
    table.close()
    return found


def _is_zone(name: str) -> bool:
    """Tell whether there is such a time zone; every name passes where the system knows none."""
    for known in (name, "UTC"):
        try:
            ZoneInfo(known)
        except (ValueError, OSError, KeyError):
            continue
        return known == name
    return True


def _policy(table: Table | None) -> Policy:
    if table is None:
        return Policy()
    words = ("hold", "wait")
    found = Policy(
        no_orders=table.choice("no_orders", words, "hold"),
        no_orders_first=table.choice("no_orders_first", words, "wait"),
        unreadable_file=table.choice("unreadable_file", words, "wait"),
    )
    table.close()
    return found


def _secrecy(table: Table | None) -> Secrecy:
    if table is None:
        return Secrecy()
    keys = table.texts("gm_keys")
    wrong = [number for number, key in enumerate(keys, 1) if not is_public_key(key)]
    if wrong or len(keys) > MOST_KEYS:
        what = f"key {wrong[0]} is no public key" if wrong else f"at most {MOST_KEYS} keys"
        table.add_error(WRONG_KIND, "gm_keys", what, "public keys begin with age1")
        keys = ()
    orders = table.choice("orders", ("open", "sealed", "by-gm"), "sealed" if keys else "open")
    if orders == "sealed" and not keys and not wrong:
        table.add_error(
            WRONG_KIND,
            "orders",
            "orders cannot be sealed without a key of the GM",
            "make one with `zinegen keygen` and write it into gm_keys",
        )
    hidden = table.text("hidden") or ""
    if hidden and _COMMITMENT.fullmatch(hidden) is None:
        table.add_error(WRONG_KIND, "hidden", "this is no digest", "sha256: and 64 digits")
    open_key = table.text("open_key") or ""
    if open_key and ONE_TIME.fullmatch(open_key) is None:
        table.add_error(WRONG_KIND, "open_key", "this is no key of a game", "58 signs, no prefix")
        open_key = ""
    table.close()
    return Secrecy(
        orders=orders, gm_keys=keys, hidden=hidden.removeprefix("sha256:"), open_key=open_key
    )


def _keep_secret(top: Table, settings: Settings) -> None:
    """Complain of whatever would give away the secrets of a rule set that has some."""
    if not keeps_secrets(settings.variant):
        return
    start = top.table("start")
    for key in PRIVATE_KEYS:
        if start is not None and key in start:
            hint = "it goes into hidden.toml, which is sealed"
            start.add_error(WRONG_KIND, key, f"{key} would be public here", hint)
    if settings.secrecy.orders != "sealed" or not settings.secrecy.gm_keys:
        what = f"{settings.variant.id} keeps secrets: its orders must be sealed to a key of the GM"
        hint = 'orders = "sealed" and gm_keys under [secrecy]; `zinegen new` writes both'
        top.add_error(WRONG_KIND, "secrecy", what, hint)
    if settings.chance.chain:
        what = "a chain of secrets would publish the secret throws with the first season"
        top.add_error(WRONG_KIND, "chance", what, "take one secret for the whole game")


def _chance(table: Table | None) -> ChanceSettings:
    if table is None:
        return ChanceSettings()
    commitment = table.text("commitment", needed=True) or ""
    if commitment and _COMMITMENT.fullmatch(commitment) is None:
        table.add_error(WRONG_KIND, "commitment", "this is no commitment", "sha256: and 64 digits")
        commitment = ""
    secret = table.text("secret") or ""
    if secret and not is_secret(secret):
        table.add_error(WRONG_KIND, "secret", "this is no secret", "64 hexadecimal digits")
        secret = ""
    found = ChanceSettings(
        commitment=commitment,
        nonces=table.texts("nonces"),
        secret=secret,
        chain=table.number("chain", 0, most=LONGEST_CHAIN),
    )
    table.close()
    return found
