"""Votes of the players on how a game ends: a draw, or a concession, counted at the deadline.

A vote holds for one season. Source: docs/rules/common.md, "8.5 Votes".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from zinegen.board.board import Power
from zinegen.game.state import GameState
from zinegen.game.wording import join_words
from zinegen.languages.texts import gettext
from zinegen.notation.grammar.names import suggest
from zinegen.play.names import power_of, power_slug
from zinegen.play.texts.order_file import OrderFile
from zinegen.play.texts.rulings_file import GmRuling, RulingKind

DRAW, CONCEDE = "draw", "concede"


class VotesTold(StrEnum):
    """What the season's page tells of the votes."""

    NONE = "none"
    """There are no votes in the game."""
    CARRIED = "carried"
    """Only what was carried."""
    COUNT = "count"
    """How many were for each proposal."""
    WHO = "who"
    """And who they were."""


@dataclass(frozen=True, slots=True, order=True)
class Proposal:
    """What is voted on."""

    winner: Power | None
    """To whom the game is conceded; None for a draw between all survivors."""

    def __str__(self) -> str:
        return (
            "a draw between all survivors"
            if self.winner is None
            else f"a concession to {self.winner}"
        )


def read_vote(text: str, powers: Sequence[Power]) -> Proposal | None:
    """Return what a power votes for by ``draw`` or ``concede turkey``; None when it is neither."""
    words = [word for word in text.lower().replace("to ", " ").split() if word]
    if words == [DRAW]:
        return Proposal(None)
    power = power_of("-".join(words[1:]), tuple(powers)) if words[:1] == [CONCEDE] else None
    return Proposal(power) if power is not None else None


def explain_vote(text: str, powers: Sequence[Power]) -> str:
    """Return what was probably meant by a text that is no vote."""
    ways = (DRAW, *(f"{CONCEDE} {power_slug(power)}" for power in powers))
    return suggest(
        text.lower(),
        ways,
        gettext(
            'write vote = "{draw}" or vote = "{concede} {power}"',
            draw=DRAW,
            concede=CONCEDE,
            power=ways[-1].split()[1],
        ),
        quote='"',
    )


def count_votes(
    files: Mapping[Power, OrderFile],
    state: GameState,
    disorder: Iterable[Power],
    told: VotesTold,
) -> tuple[GmRuling, ...]:
    """Return what became of the proposals of a season, as rulings: what is told, and what ends the game.

    ``state`` is the position after the season, which says who survives; who is in civil disorder has no vote.
    A draw needs all survivors, a concession all but the one to whom the game is conceded. A draw goes before.
    """
    survivors = tuple(filter(state.is_alive, state.powers))
    if told is VotesTold.NONE or state.winners is not None or len(survivors) < 2:
        return ()
    voting = tuple(power for power in survivors if power not in {*disorder})
    votes = {
        power: set(_read_votes(files[power], state.powers)) for power in voting if power in files
    }
    found: list[GmRuling] = []
    for proposal in sorted({one for each in votes.values() for one in each}, key=_rank):
        if proposal.winner is not None and proposal.winner not in survivors:
            continue
        asked = [power for power in voting if power != proposal.winner]
        agree = [power for power in asked if proposal in votes.get(power, ())]
        is_carried = bool(asked) and agree == asked
        found += (
            _tell(proposal, agree, asked, told)
            if is_carried or told is not VotesTold.CARRIED
            else []
        )
        if is_carried:
            return (*found, _end(proposal, survivors))
    return tuple(found)


def _rank(proposal: Proposal) -> tuple[bool, str]:
    return proposal.winner is not None, str(proposal.winner)


def _read_votes(file: OrderFile, powers: Sequence[Power]) -> Iterator[Proposal]:
    return filter(None, (read_vote(text, powers) for text in file.votes))


def _tell(
    proposal: Proposal, agree: Sequence[Power], asked: Sequence[Power], told: VotesTold
) -> list[GmRuling]:
    said = "" if told is VotesTold.CARRIED else f"{len(agree)} of {len(asked)} for it"
    if told is VotesTold.WHO and agree:
        said = f"{said}: {join_words(agree)}"
    return [
        GmRuling(
            on="",
            about=None,
            kind=RulingKind.VOTE,
            reason="The votes were counted at the deadline.",
            proposal=str(proposal),
            result="accepted" if len(agree) == len(asked) else "rejected",
            votes=said,
        )
    ]


def _end(proposal: Proposal, survivors: tuple[Power, ...]) -> GmRuling:
    return GmRuling(
        on="",
        about=None,
        kind=RulingKind.DRAW if proposal.winner is None else RulingKind.CONCEDE,
        reason="All who were asked voted for it.",
        winners=survivors if proposal.winner is None else (proposal.winner,),
        proposal=str(proposal),
    )
