"""The whole records of a game that keeps secrets: opened with the GM's key, sealed season by season.

A season has two records. ``hidden.json.age`` holds all of it; ``result.json`` holds what everybody may know,
and the digest of the sealed one. All sealed files are for the GM, the deputy and the game's own key, which is
published at the game's end; until then nobody else can judge a season, or check more than digests.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from zinegen.archive.files import read_plain, write_atomically
from zinegen.archive.folder.games import SEASONS, Game, SeasonFolder, full_first_state
from zinegen.archive.folder.hidden_file import HIDDEN, open_hidden_file
from zinegen.archive.folder.hidden_file import LIMIT as HIDDEN_LIMIT
from zinegen.archive.result_file import LIMIT, read_records
from zinegen.archive.sealing.reports import REPORTS
from zinegen.archive.sealing.sealed_files import open_orders
from zinegen.archive.seals import (
    Identity,
    OneTimeKey,
    SealError,
    decrypt,
    encrypt,
    parse_one_time_key,
    parse_open_key,
)
from zinegen.board.board import Power
from zinegen.errors import GameFolderError, NotationError, RulesError
from zinegen.game.state import GameState, PhaseKind
from zinegen.languages.texts import N_
from zinegen.play.chance import Dice, commitment
from zinegen.play.hidden_text import HiddenText
from zinegen.play.names import digest
from zinegen.play.records.codec import Json, canonical, parse_json
from zinegen.play.records.public_records import add_digests, public_record
from zinegen.play.records.records import SeasonRecord
from zinegen.play.records.result_text import decode_record, encode_record
from zinegen.play.setups import keeps_secrets
from zinegen.play.texts.chance_file import parse_secret, strip_season
from zinegen.play.texts.order_file import OrderFile, parse_order_file
from zinegen.play.texts.toml_text import ORDERS, parse_toml

SEALED_RECORD = "hidden.json.age"
MARGIN = 64 * 1024
"""Bytes: a sealed record is so much longer than the public one, whatever is hidden in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedRecords:
    """A game's secrets and whole records, opened with a key."""

    identity: Identity
    hidden: HiddenText
    gm_keys: tuple[str, ...]

    @property
    def key(self) -> OneTimeKey:
        """The game's own key, to seal to."""
        return parse_one_time_key(self.hidden.open_key, HIDDEN)

    def dice(self, game: Game) -> Dice:
        """Return the dice of the game's secret.

        Raises GameFolderError when it is not the one to which the game is committed.
        """
        chance, secret = game.settings.chance, parse_secret(self.hidden.secret)
        if chance.commitment and commitment(secret) != chance.commitment:
            raise GameFolderError(f"the secret in {HIDDEN} is not the one in game.toml's [chance]")
        return Dice(game=game.slug, secret=secret, nonces=chance.nonces)

    def first_state(self, game: Game) -> GameState:
        """Return the position in which the game begins, whole.

        Raises SealError S04 when the position in the file of secrets is none; its words are not repeated.
        """
        try:
            return full_first_state(game, self.hidden.setup)
        except (NotationError, RulesError):
            raise SealError("S04", HIDDEN, N_("its [start] is no position")) from None

    def unseal_game(self, game: Game) -> Game:
        """Return a game with its secret throws, and with orders that stay sealed opened.

        A file that does not open counts as missing, which was reported when it was closed. Raises
        FileError when one cannot be read, SealError when a sealed record does not open.
        """
        return replace(game, seasons=tuple(map(self.unseal_season, game.seasons)))

    def unseal_season(self, season: SeasonFolder) -> SeasonFolder:
        """Return a season as `unseal_game` does, as it was read from its folder. Raises as that does."""
        phases = {str(phase) for phase in season.deadline.phases}
        typed = (
            one for one in self.hidden.draws if strip_season(one.label).partition("/")[0] in phases
        )
        season = replace(season, draws=(*season.draws, *typed))
        if not is_placement(season):
            return season
        kept = self._read_recorded_placements(season)
        opened, in_time = (
            self._read_placements(season, names, kept)
            for names in (_list_sealed_orders(season), _list_sealed_in_time(season))
        )
        return replace(
            season, opened={**season.opened, **opened}, in_time={**season.in_time, **in_time}
        )

    def _read_placements(
        self, season: SeasonFolder, names: Mapping[Power, str], kept: Mapping[str, str]
    ) -> dict[Power, OrderFile]:
        """Return the orders of a placement; those that this key does not open, from the sealed record."""
        found = {}
        for power, name in names.items():
            slot = season.slot(power)
            sealed = season.read_sealed_file(name)
            try:
                content = open_orders(sealed, slot, self.identity).content
            except SealError:
                if _key_of_text(name) not in kept:
                    continue
                content = kept[_key_of_text(name)].encode()
            shown = f"{season.shown}/{name}"
            file = parse_order_file(parse_toml(content, shown, ORDERS), slot)
            found[power] = replace(file, name=name, sha256=digest(sealed))
        return found

    def _read_recorded_placements(self, season: SeasonFolder) -> dict[str, str]:
        """Return the orders of a placement that lie in its sealed record, by the name of their file."""
        if not season.is_recorded:
            return {}
        orders = self._read_record(season).get("orders")
        if not isinstance(orders, dict):
            return {}
        return {slug: text for slug, text in orders.items() if isinstance(text, str)}

    def _read_record(self, season: SeasonFolder, known: str = "") -> dict[str, Json]:
        """Return what is in a season's sealed record; ``known`` is the digest that it should have."""
        name = f"{season.slug}/{SEALED_RECORD}"
        sealed = read_plain(season.folder / SEALED_RECORD, LIMIT)
        if known and known != digest(sealed):
            raise SealError("S09", name, N_("result.json has another digest of it"))
        try:
            data = parse_json(decrypt(sealed, name, self.identity, LIMIT))
        except GameFolderError:
            raise SealError("S04", name, N_("it is no record")) from None
        if not isinstance(data, dict):
            raise SealError("S04", name, N_("it is no record"))
        return data

    def records(self, game: Game, known: tuple[SeasonRecord, ...] = ()) -> tuple[SeasonRecord, ...]:
        """Return the whole records of a game, oldest first; ``known`` are the first of them, read before.

        Raises GameFolderError when one cannot be read, SealError when it is not the one that was sealed.
        """
        public = read_records(game, tuple(map(public_record, known)))
        found = [*known[: len(public)]]
        state = found[-1].after if found else self.first_state(game)
        for season, record in zip(
            game.seasons[len(found) : len(public)], public[len(found) :], strict=True
        ):
            found.append(self.record(season, record, state))
            state = found[-1].after
        return tuple(found)

    def record(self, season: SeasonFolder, public: SeasonRecord, before: GameState) -> SeasonRecord:
        """Return the whole record of a season whose public one is given.

        Raises GameFolderError when it cannot be read, SealError when it is not the one that was sealed.
        """
        known = public.inputs.get(key_of_sealed_record(season), "none")
        try:
            return decode_record(self._read_record(season, known).get("record"), before)
        except GameFolderError:
            raise SealError(
                "S04", f"{season.slug}/{SEALED_RECORD}", N_("it is no record")
            ) from None

    def write(self, season: SeasonFolder, record: SeasonRecord, reports: Mapping[str, str]) -> None:
        """Seal a season's whole record, and write it and the public one.

        ``reports`` are the digests of the sealed reports, by path in the game's folder.

        Raises GameFolderError when the disk does not take it.
        """
        public = public_record(record)
        orders = {
            _key_of_text(name): self._read_sealed_text(season, power, name)
            for names in (_list_sealed_orders(season), _list_sealed_in_time(season))
            for power, name in names.items()
            if is_placement(season)
        }
        whole: dict[str, Json] = {"record": parse_json(encode_record(record)), "orders": {**orders}}
        content = canonical(whole)
        size = len(encode_record(public)) + MARGIN
        while size < len(content):
            size += MARGIN
        sealed = encrypt(content.ljust(size), self.gm_keys, self.key)
        write_atomically(season.folder / SEALED_RECORD, sealed)
        public = add_digests(public, {**reports, key_of_sealed_record(season): digest(sealed)})
        write_atomically(season.result, encode_record(public))

    def _read_sealed_text(self, season: SeasonFolder, power: Power, name: str) -> str:
        """Return a power's orders that stay sealed; nothing where they do not open."""
        slot = season.slot(power)
        try:
            sealed = season.read_sealed_file(name)
            return open_orders(sealed, slot, self.identity).content.decode()
        except (SealError, GameFolderError):
            return ""


def open_sealed_records(game: Game, identity: Identity | None) -> SealedRecords | None:
    """Return the secrets of a game; None of a game that keeps none, or without a key.

    The game's own key counts as well, once it is published. Raises SealError when the file of secrets does
    not open or is not the one that game.toml is committed to, FileError when it is not there.
    """
    secrecy = game.settings.secrecy
    if not keeps_secrets(game.settings.variant):
        return None
    if secrecy.open_key:
        identity = parse_open_key(secrecy.open_key, "game.toml")
    if identity is None:
        return None
    sealed = read_plain(game.folder / HIDDEN, HIDDEN_LIMIT)
    hidden = open_hidden_file(sealed, game.slug, identity, secrecy.hidden)
    return SealedRecords(identity=identity, hidden=hidden, gm_keys=secrecy.gm_keys)


def is_placement(season: SeasonFolder) -> bool:
    """Tell whether a season's orders stay secret after it was judged."""
    return any(phase.kind is PhaseKind.PLACEMENT for phase in season.deadline.phases)


def _list_sealed_orders(season: SeasonFolder) -> Mapping[Power, str]:
    """Return the sealed files of a season's orders."""
    return {power: f"{season.slot(power).name}.age" for power in sorted(season.sealed)}


def _list_sealed_in_time(season: SeasonFolder) -> Mapping[Power, str]:
    """Return the sealed files that came in time, of powers whose files were changed later."""
    receipts = season.closing.receipts if season.closing is not None else {}
    found = {power: one.in_time.file for power, one in receipts.items() if one.in_time is not None}
    return {power: name for power, name in found.items() if name.endswith(".age")}


def _key_of_text(name: str) -> str:
    """Return the key of a sealed file's text in a sealed record: ``england``, ``england-in-time``."""
    return PurePosixPath(name).name.removesuffix(".toml.age")


def key_of_sealed_record(season: SeasonFolder) -> str:
    """Return the key of a public record's inputs that has the digest of the whole record."""
    return f"{SEASONS}/{season.slug}/{SEALED_RECORD}"


def digests_of_sealed(season: SeasonFolder, public: SeasonRecord) -> Mapping[str, str]:
    """Return the digests that a public record has besides those of the whole one."""
    reports = f"{SEASONS}/{season.slug}/{REPORTS}/"
    return {
        path: sha256
        for path, sha256 in public.inputs.items()
        if path == key_of_sealed_record(season) or path.startswith(reports)
    }
