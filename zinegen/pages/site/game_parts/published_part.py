"""What of a zine a build publishes: all of it, one volume, or the front of all volumes."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from zinegen.pages.addresses import GAMES, Addresses
from zinegen.pages.site.game_parts.loaded_games import LoadedGames
from zinegen.pages.volume_plan import Volume, VolumeLine


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedPart:
    """What of a zine is published: all of it, one volume, or the front of all volumes."""

    volume: Volume | None = None
    volumes: tuple[VolumeLine, ...] = ()
    """On a front: all volumes."""
    told: LoadedGames | None = None
    """On a front: the games as their volumes tell them."""
    found: frozenset[tuple[str, str]] = frozenset()
    """On a front: what the searches of the volumes can be narrowed to."""
    homes: Mapping[str, str] = field(default_factory=dict)
    """On a front: the volume of each game."""
    pages: frozenset[str] = frozenset()
    """On a front: the uris of all pages of volumes."""
    folder: str = ""
    """Where its share of the cache lies below that of the zine."""

    @property
    def is_whole(self) -> bool:
        """Tell whether it is a zine that is not cut."""
        return self.volume is None and self.told is None

    def is_elsewhere(self, uri: str) -> bool:
        """Tell whether something lies in another part, where it is known whether it is there."""
        is_of_game = uri.startswith(GAMES) and "/" in uri.removeprefix(GAMES)
        is_volume = any(uri == one.uri for one in self.volumes)
        return not self.is_whole and (is_volume or is_of_game == (self.volume is None))

    def find_addresses(self, *, directories: bool) -> Addresses:
        """Return where pages lie, seen from the front."""
        name = self.volume.name if self.volume is not None else ""
        return Addresses(directories=directories, volume=name, homes=self.homes)


WHOLE = PublishedPart()
