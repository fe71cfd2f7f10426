"""The rule set of a game as ``game.toml`` names it: with its map, options and languages, and as it changes.

What a GM changes in mid-game is dated by the season from which on it holds, so that seasons recorded before
can be made again.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from zinegen.archive.own_maps import read_own_map
from zinegen.errors import NotationError, RulesError, ZinegenError
from zinegen.game.variant import Variant
from zinegen.languages.texts import gettext
from zinegen.notation.grammar.languages import LANGUAGES
from zinegen.notation.grammar.names import suggest
from zinegen.play.names import SeasonName
from zinegen.play.setups import start_board
from zinegen.play.texts.tables import Table, list_choices
from zinegen.play.texts.toml_text import WRONG_KIND
from zinegen.variants import VARIANTS, find_variant

NO_VARIANT, NO_OPTION, NO_MAP = "07", "08", "17"
DATED = "options_from"
"""The tables of what the GM changes in mid-game."""
LANGUAGES_KEY = "languages"


@dataclass(frozen=True, slots=True, kw_only=True)
class DatedRules:
    """The rule set from a season on, with what the GM has changed in mid-game."""

    season: SeasonName
    variant: Variant


def read_variant(top: Table, root: Path) -> Variant | None:
    """Return the rule set with which a game begins; None where there is no such rule set or map."""
    name = top.text("variant", needed=True)
    options = top.section("options")
    if name is None:
        return None
    try:
        variant = find_variant(name)
    except ZinegenError:
        known = tuple(VARIANTS)
        hint = suggest(name, known, gettext("there are {names}", names=", ".join(known)), quote='"')
        top.add_error(
            NO_VARIANT, "variant", gettext('there is no rule set called "{name}"', name=name), hint
        )
        return None
    place = top.text("map")
    if place is not None:
        try:
            variant = variant.play_on(read_own_map(root, place))
        except ZinegenError as error:
            hint = gettext("`zinegen map check FOLDER` says more about a map")
            top.add_error(NO_MAP, "map", str(error), hint)
            return None
    for option in options.names():
        variant = _with_option(variant, options, option)
    return variant.with_languages(_read_languages(top.section("notation")))


def _read_languages(table: Table) -> tuple[str, ...]:
    """Return the languages besides English in which the game's orders may be written."""
    codes = tuple(LANGUAGES)
    given = table.texts(LANGUAGES_KEY)
    unknown = [code for code in given if code not in (*codes, "en")]
    if unknown:
        hint = gettext("there are {names}; English is always read", names=list_choices(codes))
        table.add_error(
            WRONG_KIND,
            LANGUAGES_KEY,
            gettext('no language "{name}" is read', name=unknown[0]),
            hint,
        )
    return tuple(code for code in codes if code in given)


def read_dated_rules(top: Table, variant: Variant) -> tuple[DatedRules, ...]:
    """Return the rule set after each change of options or languages that is dated by a season."""
    found: list[DatedRules] = []
    for table in top.tables(DATED):
        season = read_season(table, "season")
        if found and season is not None and season <= found[-1].season:
            what = gettext(
                "{season} does not come after {other}", season=season, other=found[-1].season
            )
            table.add_error(
                WRONG_KIND, "season", what, gettext("the changes stand in the order of play")
            )
        for option in table.names():
            if option not in {"season", LANGUAGES_KEY}:
                variant = _with_option(variant, table, option)
        if LANGUAGES_KEY in table:
            variant = variant.with_languages(_read_languages(table))
        if season is not None:
            found.append(DatedRules(season=season, variant=variant))
    return tuple(found)


def _with_option(variant: Variant, options: Table, name: str) -> Variant:
    """Return the rule set with an option, if its board can be laid out with it: a list may name no place."""
    value = options.value(name)
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        value = tuple(value)
    known = tuple(sorted(option.name for option in variant.options))
    if name not in known:
        has = gettext("it has {names}", names=", ".join(known) or gettext("none"))
        hint = suggest(name, known, has)
        options.add_error(
            NO_OPTION,
            name,
            gettext("{variant} has no option {name}", variant=variant.id, name=name),
            hint,
        )
    elif isinstance(value, bool | int | str | tuple):
        try:
            chosen = variant.with_options({name: value})
            start_board(chosen)
        except (RulesError, NotationError) as error:
            options.add_error(NO_OPTION, name, str(error))
        else:
            return chosen
    else:
        options.add_error(
            WRONG_KIND, name, gettext("option {name} cannot have such a value", name=name)
        )
    return variant


def read_season(table: Table, key: str) -> SeasonName | None:
    """Return the season that a key names by its folder."""
    text = table.text(key, needed=True) or ""
    season = SeasonName.parse(text)
    if text and season is None:
        what = gettext("{text} is no season", text=text[:60])
        table.add_error(WRONG_KIND, key, what, gettext("write its folder: 1902-3-winter"))
    return season
