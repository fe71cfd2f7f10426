"""Who is to get a letter, and who of them has had it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from email.headerregistry import Address

from zinegen.delivery.mail_settings import MailSettings, key_of_address
from zinegen.delivery.sent_list import SentEntry, SentList, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Receiver:
    """Somebody who is to get a letter."""

    address: Address
    because: str
    """Why: ``reader``, ``plays England``."""

    @property
    def key(self) -> str:
        """The address as two are compared."""
        return key_of_address(self.address.addr_spec)


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """What is to be done for one receiver."""

    receiver: Receiver
    is_due: bool
    """Whether the letter is sent now."""
    what: str
    """The same in words."""


def list_receivers(
    settings: MailSettings, game: str, players: Mapping[str, str]
) -> Iterator[Receiver]:
    """Yield who is to get an issue, or with a game's name, a season of it.

    ``players`` are the addresses of that game's players, by power. Who stands twice is named once; who has
    left gets nothing.
    """
    found = [
        Receiver(address=Address(addr_spec=address), because=f"plays {power}")
        for power, address in players.items()
    ]
    found += [
        Receiver(address=one.address, because="reader")
        for one in settings.readers
        if (game in one.games if game else one.issues)
    ]
    seen: set[str] = set()
    for one in found:
        if one.key not in seen | settings.left:
            seen.add(one.key)
            yield one


def plan_letters(
    receivers: Iterable[Receiver], number: str, digest: str, sent: SentList, *, again: bool
) -> tuple[Planned, ...]:
    """Return what is to be done for each; ``again`` sends also what somebody has had, or perhaps has."""
    return tuple(_plan(one, sent.find(number, one.key), digest, again=again) for one in receivers)


def _plan(receiver: Receiver, entry: SentEntry | None, digest: str, *, again: bool) -> Planned:
    match entry:
        case None:
            return Planned(receiver=receiver, is_due=True, what="gets it")
        case SentEntry(state=State.PUT_OFF):
            return Planned(
                receiver=receiver, is_due=True, what=f"gets it (put off before: {entry.why})"
            )
        case SentEntry(state=State.SENT):
            had = f"had it on {entry.at[:10]}"
            what = had if entry.digest == digest else f"{had}, and it says something else now"
        case SentEntry(state=State.BEGUN):
            what = f"perhaps had it on {entry.at[:10]}: a run was cut off, and nobody knows"
        case _:
            what = f"did not take it on {entry.at[:10]}: {entry.why}"
    return Planned(
        receiver=receiver, is_due=again, what=f"{what}; gets it again" if again else what
    )
