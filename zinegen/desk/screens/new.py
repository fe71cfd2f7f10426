"""New: a game in one form, a zine in another where the folder holds none, and games of other programs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain
from pathlib import Path
from shlex import join
from zoneinfo import ZoneInfo, available_timezones

from zinegen.archive.edits.toml_edits import KeyChanges, edit_settings, edit_toml
from zinegen.archive.folder.game_file import read_settings
from zinegen.archive.own_maps import MAP_FILE, read_own_map
from zinegen.catalogues.catalogue import CODES
from zinegen.cli.init import NO_PLATFORM, NOBODY, check_text, find_title, is_zine
from zinegen.cli.new import GameOptions, begin_game, seals_games
from zinegen.desk.desk import Desk
from zinegen.desk.forms.fields import Field, list_changes
from zinegen.desk.forms.game_keys import DEADLINES, POLICY, find_game_faults, list_option_fields
from zinegen.desk.outcomes import DeedOutcome
from zinegen.desk.routes import Asked, DeskPage, Moved, Screen, do, show
from zinegen.errors import GameFolderError, ZinegenError
from zinegen.game.variant import Variant
from zinegen.languages.texts import ENGLISH, N_, gettext, spoken_language
from zinegen.notation.findings import has_errors
from zinegen.pages.platforms import PLATFORMS
from zinegen.pages.site.new_zine import ZinePlan, find_repository, write_zine
from zinegen.pages.site.zine_settings import CONFIG, choose_language, find_own_settings
from zinegen.pages.site.zine_settings import read_settings as read_settings_of_zine
from zinegen.play.names import power_slug
from zinegen.play.setups import keeps_secrets
from zinegen.variants import VARIANTS, find_variant

LONGEST_NAME = 40
_LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français"}
"""What languages call themselves."""
_FIRST_RULES = ("every", "at")
"""The keys of deadlines that are asked before the others."""


def _look(desk: Desk, asked: Asked) -> DeskPage:
    values = _describe_zine(desk) if not is_zine(desk.root) else _describe_game(desk, asked)
    return DeskPage(template="new.html", values=values)


def _describe_zine(desk: Desk) -> dict[str, object]:
    repository = find_repository(desk.root)
    near = (one.name for one in PLATFORMS.values() if repository and one.home == repository.host)
    return {
        "is_zine": False,
        "title": find_title(desk.root),
        "platforms": [*PLATFORMS],
        "languages": [(code, _LANGUAGES.get(code, code)) for code in CODES],
        "own_language": spoken_language().code,
        "platform": next(near, NO_PLATFORM),
    }


def _describe_game(desk: Desk, asked: Asked) -> dict[str, object]:
    """Return what the form of a new game shows: with a rule set chosen, its description and its options."""
    typed = replace(asked, fields={name: (value,) for name, value in asked.query.items()})
    variant = _find_variant(desk, typed)
    names = ("title", "name", "gm", "map", "deadline")
    said = {name: typed.get(name) for name in names}
    return {
        "is_zine": True,
        "typed": {**said, "gm": said["gm"] or _find_editor(desk.root)},
        "variants": [*VARIANTS.values()],
        "variant": variant,
        "maps": _list_maps(desk.root),
        "players": [
            (power, power_slug(power), typed.get(f"player.{power_slug(power)}"))
            for power in sorted(variant.start.powers)
        ],
        "rhythm": [one.show_typed(typed) for one in _list_rhythm()],
        "deadlines": [one.show_typed(typed) for one in _list_rhythm(others=True)],
        "policy": [one.show_typed(typed) for one in POLICY],
        "options": [one.show_typed(typed) for one in list_option_fields(variant)],
        "needs_key": keeps_secrets(variant),
        "is_sealed": seals_games(desk.root) or typed.has("sealed"),
        "zones": sorted(available_timezones()),
        "zone": typed.get("deadlines.timezone"),
    }


def _find_editor(root: Path) -> str:
    """Return the editor's name, who mostly runs the games; empty where the settings have none."""
    try:
        return str(find_own_settings(read_settings_of_zine(root / CONFIG)).get("editor") or "")
    except ZinegenError:
        return ""


def _list_rhythm(*, others: bool = False) -> Iterator[Field]:
    """Yield the fields of the rhythm; or the others of deadlines. The zone has its own."""
    for one in DEADLINES:
        if one.path[-1] != "timezone" and (one.path[-1] in _FIRST_RULES) != others:
            yield one


def _find_variant(desk: Desk, asked: Asked) -> Variant:
    """Return the rule set that is chosen, on the map that is chosen; the standard game where none can be."""
    try:
        variant = find_variant(asked.get("variant") or "standard")
        place = asked.get("map")
        return variant.play_on(read_own_map(desk.root, place)) if place else variant
    except ZinegenError:
        return find_variant("standard")


def _list_maps(root: Path) -> list[str]:
    """Return the folders of the zine's own maps."""
    return sorted(path.parent.name for path in root.glob(f"*/{MAP_FILE}"))


def _make_zine(desk: Desk, asked: Asked) -> Moved:
    title, editor = asked.get("title") or find_title(desk.root), asked.get("gm") or NOBODY
    platform = asked.get("platform") or NO_PLATFORM
    language = choose_language(asked.get("language") or spoken_language().code)
    plan = ZinePlan(
        title=check_text(title),
        editor=check_text(editor),
        platform=PLATFORMS.get(platform),
        sealed=asked.has("sealed"),
        repository=find_repository(desk.root),
        language=language,
    )
    written = write_zine(desk.root, plan)
    words = ["zinegen", "init", "--title", title, "--gm", editor, "--platform", platform]
    words += ["--language", language] if language != ENGLISH.code else []
    said = [gettext("This folder is a zine now: {title}.", title=title)]
    if written.left:
        said.append(gettext("Left as it was: {files}", files=", ".join(written.left)))
    told = DeedOutcome(command=join(words + ["--sealed"] * plan.sealed), said=(*said,))
    return Moved(to="/new", told=told)


def _make_game(desk: Desk, asked: Asked) -> Moved:
    """Begin a game; what differs from the usual rules is written into its file at once."""
    variant = find_variant(asked.get("variant") or "standard")
    name = asked.get("name") or name_folder(asked.get("title"))
    if not name:
        raise GameFolderError(gettext("The game needs a title."))
    own = asked.get("map")
    rules = variant.play_on(read_own_map(desk.root, own)) if own else variant
    options = [*list_option_fields(rules)]
    settings = list_changes((*DEADLINES, *POLICY), asked)
    _check_rules(settings)
    said = _read_options(asked, rules, options)
    begun = begin_game(name, variant.id, **said)
    path = begun.folder / "game.toml"
    if settings:
        edit = edit_settings(
            path,
            path.as_posix(),
            settings,
            lambda one: read_settings(one, name, desk.root)[1],
        )
        edit.write()
    told = DeedOutcome(
        command=join(_write_command(name, variant.id, said)),
        said=(
            gettext("{title} is ready.", title=asked.get("title") or name),
            *begun.told,
            *_tell_settings(settings),
        ),
        wrong=begun.wrong,
        onward=(gettext("Make a copy of keys and secrets"), "/safe"),
    )
    return Moved(to=f"/games/{name}", told=told)


def _tell_settings(settings: KeyChanges) -> list[str]:
    if not settings:
        return []
    lines = [f"{'.'.join(keys)} = {value}" for keys, value in settings.items() if value is not None]
    return [gettext("game.toml also says: {lines}", lines="; ".join(lines))]


def _check_rules(settings: KeyChanges) -> None:
    """Raise GameFolderError for rules that cannot stand in a game's file, before there is one."""
    text = 'game = "new"\nvariant = "standard"\ngm = { name = "Ann" }\n'
    faults = find_game_faults(edit_toml(text, settings), "new", Path())
    if has_errors(faults):
        raise GameFolderError("; ".join(filter(None, (faults[0].title, faults[0].hint))))


def _read_options(asked: Asked, rules: Variant, options: Sequence[Field]) -> GameOptions:
    """Return what was said of a game as the command says it."""
    players = []
    for power in sorted(rules.start.powers):
        player = asked.get(f"player.{power_slug(power)}")
        players += [f"{power}={player}"] if player else []
    chosen = [
        f"{one.path[-1]}={', '.join(typed.splitlines())}"
        for one in options
        if (typed := one.show_typed(asked).value)
    ]
    return GameOptions(
        title=asked.get("title"),
        gm=asked.get("gm") or NOBODY,
        own_map=asked.get("map"),
        players=(*players,),
        options=(*chosen,),
        phase=None,
        deadline=_read_moment(asked.get("deadline"), asked.get("deadlines.timezone") or "UTC"),
        sealed=asked.has("sealed"),
        gm_keys=(),
        chance="secret",
    )


def _read_moment(text: str, zone: str) -> datetime | None:
    """Return the moment that a field for day and hour says, in a time zone."""
    if not text:
        return None
    try:
        return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone))
    except (ValueError, OSError, KeyError):
        raise GameFolderError(
            gettext("{text} is no day and hour in the time zone {zone}", text=text, zone=zone)
        ) from None


def _write_command(name: str, variant: str, said: GameOptions) -> list[str]:
    """Return the command that makes the same game."""
    words = ["zinegen", "new", name, "--variant", variant]
    one_each = (
        ("--title", said["title"]),
        ("--gm", said["gm"]),
        ("--map", said["own_map"]),
        ("--deadline", said["deadline"].isoformat() if said["deadline"] else ""),
    )
    words += chain.from_iterable((option, value) for option, value in one_each if value)
    words += chain.from_iterable(("--player", one) for one in said["players"])
    words += chain.from_iterable(("--option", one) for one in said["options"])
    return words + ["--sealed"] * said["sealed"]


def name_folder(title: str) -> str:
    """Return a name for the folder of a game with this title: small letters, digits and dashes."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain)[:LONGEST_NAME].strip("-")


SCREEN = Screen(
    key="new",
    title=N_("New"),
    address="/new",
    routes=(show("/new", _look), do("/new/zine", _make_zine), do("/new/game", _make_game)),
)
