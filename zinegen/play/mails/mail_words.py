"""Words of mails beside the orders, in English and the languages that a game takes: headings, and of changes.

All are compared folded, as words of orders are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from zinegen.game.state import Season
from zinegen.notation.grammar.names import fold, split_words
from zinegen.notation.reading.context import BUILDS, COASTS, EVENTS, ORDERS, RETREATS
from zinegen.play.texts.order_file import NOTE

BUILD, REMOVE = "build", "remove"
PRESS = "press"
"""The heading of what is no order, and stands in no order file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MailLanguage:
    """The words of a language; those of one meaning are parted by blanks, longer ones by commas."""

    headings: Mapping[tuple[str, str], str]
    """By the heading of order files, and what is ordered for a bare unit below."""
    orders: str
    """Words for orders of any kind."""
    around: str
    """Words that stand in headings and mean nothing."""
    changes: str
    """Words by which a change is announced."""
    rest: str
    """Words for what is not named."""
    same: str
    """Words that say that it stays."""
    with_these: str
    """Words beside such words."""
    between: str
    """Words between an order and the one in its place."""
    instead: str
    """Words before the order that goes."""


_ENGLISH = MailLanguage(
    headings={
        (ORDERS, ""): "moves move movement movements",
        (EVENTS, ""): "events event",
        (RETREATS, ""): "retreats retreat",
        (BUILDS, BUILD): "builds build",
        (BUILDS, ""): "adjustments adjustment",
        (BUILDS, REMOVE): "removals removal disbands disbandments",
        (COASTS, ""): "coasts coast",
        (NOTE, ""): f"{NOTE} notes",
        (PRESS, ""): "press",
    },
    orders="orders order",
    around=(
        "for of from by the my our here are is as follows phase season turn and to gm map choice choices"
        " final new revised corrected updated all unit units please in game year one some small single"
        " following only"
    ),
    changes=(
        "change changes changing changed amend amends amendment amendments replace replaces swap alter"
        " modify correction corrections correct make update"
    ),
    rest=(
        "rest remainder remaining other others else otherwise everything except but only apart just"
        " again"
    ),
    same=(
        "before same unchanged sent previous previously earlier stand stands stay stays keep keeps leave"
        " leaves remain remains original originally already changes change unaltered good fine ok was"
        " were had"
    ),
    with_these=(
        "the as of my your our order orders is are please and all with moves units unit in last mail"
        " email message i it they that this these those to for no not have still first from any further"
        " one two thanks be should would could can d like want need you so me a an on let s id actually"
        " sorry oops now cheers only morning evening yesterday today week make"
    ),
    between="to into with by",
    instead="instead of,in place of,rather than,in lieu of",
)

_GERMAN = MailLanguage(
    headings={
        (ORDERS, ""): "Züge Zuege Zug Bewegung Bewegungen Zugphase Bewegungsphase",
        (EVENTS, ""): "Ereignis Ereignisse",
        (RETREATS, ""): "Rückzug Rueckzug Rückzüge Rueckzuege Rückzugsphase Rückzugsbefehle",
        (BUILDS, BUILD): "Aufbau Aufbauten Bau Bauten Neubau Neubauten baue bauen Aufstellung",
        (BUILDS, ""): "Anpassung Anpassungen Winter Winterbefehle Aufbauphase",
        (BUILDS, REMOVE): "Abbau Abbauten Auflösung Auflösungen Aufloesung Aufloesungen Entfernung",
        (COASTS, ""): "Küste Küsten Kueste Kuesten Küstenwahl",
        (NOTE, ""): "Notiz Notizen Anmerkung Anmerkungen Hinweis",
        (PRESS, ""): "Presse Pressemitteilung Pressemeldung",
    },
    orders="Befehle Befehl",
    around=(
        "für fuer von vom der die das den dem des meine mein unsere hier sind ist und an zu zur zum im"
        " in Phase Saison Runde Spiel SL Spielleiter neue neuer eine kleine folgende nur endgültige alle"
        " Einheit Einheiten bitte Jahr"
    ),
    changes=(
        "ändere aendere ändern aendern ändert geändert geaendert Änderung Aenderung Änderungen"
        " Aenderungen ersetze ersetzen tausche tauschen korrigiere korrigieren Korrektur Korrekturen"
        " Berichtigung umändern abändern Befehlsänderung"
    ),
    rest=(
        "Rest restliche restlichen Übrige Uebrige übrige übrigen uebrige uebrigen andere anderen anderes"
        " alles sonst ansonsten außer ausser nur aber weitere weiteren weiter"
    ),
    same=(
        "gehabt bisher vorher zuvor gesendet geschickt gesandt gemailt gleich unverändert unveraendert"
        " bleibt bleiben bleib gilt gelten geblieben eben beibehalten Änderung Änderungen Aenderungen"
        " ursprünglich urspruenglich alten alte selbe selben dasselbe dieselben behalte behalten lass"
        " lassen lasse stehen"
    ),
    with_these=(
        "wie der die das den dem des von vom im in der letzten ersten Mail Nachricht Befehl Befehle"
        " Befehlen Züge Zuege Einheiten bitte und mein meine meinen ich es sie keine kein wird werden ist"
        " sind schon so auch noch einen eine ein möchte moechte will kannst du habe hatte für fuer dabei"
        " bei alle als er war waren nun doch danke grüße gruß heute gestern morgen leider entschuldigung"
    ),
    between="in zu durch auf",
    instead="statt,anstatt,anstelle von,anstelle,an Stelle von,an Stelle",
)

_FRENCH = MailLanguage(
    headings={
        (ORDERS, ""): "mouvements mouvement déplacements",
        (EVENTS, ""): "événements événement évènements évènement",
        (RETREATS, ""): "retraites retraite replis repli",
        (BUILDS, BUILD): "constructions construction",
        (BUILDS, ""): "ajustements ajustement hiver",
        (BUILDS, REMOVE): "retraits retrait suppressions suppression dissolutions dissolution",
        (COASTS, ""): "côtes côte",
        (NOTE, ""): "note notes remarque remarques",
        (PRESS, ""): "presse communiqué",
    },
    orders="ordres ordre",
    around=(
        "pour de du des la le les l d mes mon nos voici sont est et à a au aux en dans phase saison tour"
        " partie MJ arbitre nouveaux nouvelles finaux tous toutes unité unités svp année un une petit"
        " petite"
    ),
    changes=(
        "changer change changez changement changements modifier modifie modifiez modification"
        " modifications remplacer remplace remplacez corriger corrigez correction corrections"
        " rectification rectificatif"
    ),
    rest="reste autres autre restants restantes sinon tout toutes tous sauf hormis seulement seul mais",
    same=(
        "avant précédemment précédents précédent envoyé envoyés envoyées même mêmes inchangé inchangés"
        " inchangée inchangées changement changements demeure demeurent restent gardez garder garde"
        " conserver conservez identique identiques pareil maintenu maintenus valable valables tel"
        " auparavant initialement"
    ),
    with_these=(
        "le la les l de du des d pour comme sans et mes mon ordres ordre unités s il vous plaît svp est"
        " sont que j ai je dans mon dernier premier message mail à aux voudrais veux souhaite un une c"
        " quels qu ne étaient était merci hier désolé pardon maintenant"
    ),
    between="en par à",
    instead="au lieu de,au lieu d,à la place de,à la place d,plutôt que",
)
_LANGUAGES = {"de": _GERMAN, "fr": _FRENCH}

SEASONS: Mapping[str, Season | None] = {
    **dict.fromkeys(("spring", "frühjahr", "frühling", "fruehjahr", "printemps"), Season.SPRING),
    **dict.fromkeys(("autumn", "fall", "herbst", "automne"), Season.AUTUMN),
    **dict.fromkeys(("winter", "hiver"), Season.WINTER),
    **dict.fromkeys(("summer", "sommer", "été"), None),
}
"""Seasons as people write them, in any language; those of retreats between two seasons have none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MailWords:
    """The folded words of the languages of a game."""

    headings: Mapping[str, tuple[str, str]]
    orders: frozenset[str]
    around: frozenset[str]
    changes: frozenset[str]
    rest: frozenset[str]
    same: frozenset[str]
    with_these: frozenset[str]
    between: frozenset[str]
    instead: tuple[tuple[str, ...], ...]
    """The longest first."""


@lru_cache
def mail_words(languages: tuple[str, ...]) -> MailWords:
    """Return the words of English and of some other languages; English goes before them."""
    spoken = (*(_LANGUAGES[code] for code in languages if code in _LANGUAGES), _ENGLISH)

    def gather(*texts: str) -> frozenset[str]:
        return frozenset(fold(word) for text in texts for word in text.split())

    instead = (part for one in spoken for part in one.instead.split(","))
    return MailWords(
        headings={
            fold(word): meaning
            for one in spoken
            for meaning, text in one.headings.items()
            for word in text.split()
        },
        orders=gather(*(one.orders for one in spoken)),
        around=gather(*(one.around for one in spoken)),
        changes=gather(*(one.changes for one in spoken)),
        rest=gather(*(one.rest for one in spoken)),
        same=gather(*(one.same for one in spoken)),
        with_these=gather(*(one.with_these for one in spoken)),
        between=gather(*(one.between for one in spoken)),
        instead=tuple(sorted(map(split_words, instead), key=len, reverse=True)),
    )
