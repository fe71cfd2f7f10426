"""What a game's own file says: the rule set and its options, the players, what the GM decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from zinegen.archive.folder.slugs import SeasonName
from zinegen.archive.starts import Setup
from zinegen.board.board import Power
from zinegen.game.variant import Variant


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A player or the GM."""

    name: str
    github: str = ""
    """The account's name, for showing."""
    id: int = 0
    """The account's number: a name can be given up and taken by somebody else. 0: none is known."""
    key: str = ""
    """Public key for private reports."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormerPlayer:
    """Somebody who played a power before."""

    name: str
    until: str
    """The last season's folder that was theirs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadlines:
    """How deadlines are kept."""

    timezone: str = "UTC"
    """Only for showing; a deadline carries its own offset."""
    grace_minutes: int = 0
    late_orders: str = "gm"
    """``gm`` (the GM rules on each), ``void`` or ``until-opened``."""
    late_changes: str = "void"


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What happens without orders."""

    no_orders: str = "hold"
    """``hold`` or ``wait`` (for a stand-by)."""
    no_orders_first: str = "wait"
    """The same for the game's first deadline."""
    unreadable_file: str = "wait"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceSettings:
    """What makes the GM's throws checkable."""

    commitment: str = ""
    nonces: tuple[str, ...] = ()
    """Words of the players, added after the commitment."""
    secret: str = ""
    """Published at the end of the game; of a chain the last one."""
    chain: int = 0
    """How many seasons a chain of secrets is for; 0 for one secret."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that a game's own file says."""

    game: str
    """The folder's name."""
    title: str
    variant: Variant
    """The rule set with the GM's options."""
    setup: Setup
    """How the game begins."""
    gm: Person
    players: Mapping[Power, Person]
    """By power in alphabetical order; a power may have nobody."""
    replaced: Mapping[Power, tuple[FormerPlayer, ...]] = field(default_factory=dict)
    deadlines: Deadlines = field(default_factory=Deadlines)
    policy: Policy = field(default_factory=Policy)
    secrecy: Secrecy = field(default_factory=Secrecy)
    chance: ChanceSettings = field(default_factory=ChanceSettings)
    sha256: str = ""

    @property
    def powers(self) -> tuple[Power, ...]:
        """All powers of the game, in alphabetical order."""
        return tuple(sorted(self.variant.start.powers))

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
