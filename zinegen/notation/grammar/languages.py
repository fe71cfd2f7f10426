"""German and French: names of provinces and powers, and words of orders, for games that take them.

A name counts only where the board has such a province. One that means another province in English is asked
about in a game with that language, unless it is that province's key.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderLanguage:
    """The names and words of a language; several spellings of one thing are parted by commas."""

    provinces: Mapping[str, str]
    """By the province's key."""
    powers: Mapping[str, str]
    words: Mapping[str, str]
    """Words of orders by the word or sign that forms are written with."""


_GERMAN = OrderLanguage(
    provinces={
        "ADR": "Adria, Adriatisches Meer",
        "AEG": "Ägäis, Aegaeis, Ägäisches Meer, Aegaeisches Meer",
        "Alb": "Albanien",
        "Apu": "Apulien",
        "Arc": "Archangelsk",
        "Arm": "Armenien",
        "BAL": "Ostsee",
        "BAR": "Barentssee, Barents-See",
        "BLA": "Schwarzes Meer",
        "Bel": "Belgien",
        "Blr": "Balearen",
        "Boh": "Böhmen, Boehmen",
        "Bul": "Bulgarien",
        "Bur": "Burgund",
        "CAS": "Kaspisches Meer",
        "Con": "Konstantinopel, Kon",
        "Cre": "Kreta, Kre",
        "Cyp": "Zypern, Zyp",
        "Den": "Dänemark, Daenemark",
        "EAS": "Östliches Mittelmeer, Oestliches Mittelmeer, Ostmittelmeer",
        "ENG": "Ärmelkanal, Aermelkanal, Englischer Kanal, Kanal",
        "Edi": "Edinburg",
        "Fin": "Finnland",
        "GOB": "Bottnischer Meerbusen, Golf von Bottnien, Bottnischer Golf",
        "GOL": "Golf von Lyon, Golf von Lion, Löwengolf",
        "Gal": "Galizien",
        "Gas": "Gascogne, Gaskogne",
        "Gre": "Griechenland, Gri",
        "HEL": "Helgoländer Bucht, Helgolaender Bucht, Deutsche Bucht",
        "Hol": "Niederlande",
        "ION": "Ionisches Meer",
        "IRI": "Irische See",
        "Ice": "Island",
        "Ire": "Irland",
        "Klg": "Kolgujew",
        "Lvn": "Livland",
        "MAO": "Mittelatlantik, Mittlerer Atlantik",
        "Mos": "Moskau",
        "Mun": "Muenchen, München",
        "NAO": "Nordatlantik",
        "NAf": "Nordafrika",
        "NTH": "Nordsee",
        "NWG": "Nordmeer, Europäisches Nordmeer, Norwegische See",
        "Nap": "Neapel, Nea",
        "Nwy": "Norwegen",
        "Out": "außerhalb, ausserhalb",
        "Pic": "Picardie, Pikardie, Pik",
        "Pie": "Piemont",
        "Pru": "Preußen, Preussen, Pre",
        "Ruh": "Ruhrgebiet",
        "Rum": "Rumänien, Rumaenien",
        "Sar": "Sardinien",
        "Ser": "Serbien",
        "Sev": "Sewastopol, Sewastopel, Sew",
        "Sic": "Sizilien, Siz",
        "Sil": "Schlesien",
        "Spa": "Spanien",
        "StP": "Sankt Petersburg",
        "Swe": "Schweden",
        "Swi": "Schweiz",
        "Syr": "Syrien",
        "TYS": "Tyrrhenisches Meer",
        "Tri": "Triest",
        "Tun": "Tunesien",
        "Tus": "Toskana, Tos",
        "Tyr": "Tirol, Tir",
        "Ven": "Venedig",
        "Vie": "Wien, Wie",
        "WES": "Westliches Mittelmeer, Westmittelmeer",
        "War": "Warschau",
    },
    powers={
        "Austria": "Österreich, Oesterreich, Österreich-Ungarn, österreichische, oesterreichische",
        "England": "englische, britische, Großbritannien",
        "France": "Frankreich, französische, franzoesische",
        "Germany": "Deutschland, deutsche",
        "Italy": "Italien, italienische",
        "Russia": "Russland, Rußland, russische",
        "Turkey": "Türkei, Tuerkei, türkische, tuerkische",
    },
    words={
        "a": "Armee",
        "f": "Flotte",
        "h": "hält, haelt, halten, bleibt, steht",
        "s": "unterstützt, unterstuetzt, unterstützen, unterst, u",
        "c": "konvoyiert, konvoiert, befördert, befoerdert, k",
        "convoy": "Konvoi",
        "via": "über, ueber, per",
        "-": "nach",
        "moves": "zieht, geht",
        "retreats": "Rückzug, Rueckzug, weicht",
        "disband": "auflösen, aufloesen, aufgelöst, aufgeloest",
        "build": "baut, baue, bauen, Aufbau",
        "remove": "Abbau, entfernen, entfernt",
        "waive": "verzichtet, verzichten, Verzicht",
        "and": "und",
        "nc": "nk, Nordküste, Nordkueste",
        "ec": "ok, Ostküste, Ostkueste",
        "sc": "sk, Südküste, Suedkueste",
        "wc": "wk, Westküste, Westkueste",
    },
)

_FRENCH = OrderLanguage(
    provinces={
        "ADR": "Adriatique, Mer Adriatique",
        "AEG": "Égée, Mer Égée",
        "Alb": "Albanie",
        "Apu": "Pouilles, Pou, Apulie",
        "Arc": "Arkhangelsk",
        "Arm": "Arménie",
        "BAL": "Baltique, Mer Baltique",
        "BAR": "Mer de Barents",
        "BLA": "Mer Noire",
        "Bel": "Belgique",
        "Blr": "Baléares",
        "Boh": "Bohême",
        "Bul": "Bulgarie",
        "Bur": "Bourgogne, Bou",
        "CAS": "Mer Caspienne",
        "Cre": "Crète",
        "Cyp": "Chypre, Chy",
        "Den": "Danemark, Dan",
        "EAS": "Méditerranée Orientale",
        "ENG": "Manche, La Manche",
        "Edi": "Édimbourg",
        "Fin": "Finlande",
        "GOB": "Golfe de Botnie",
        "GOL": "Golfe du Lion, Golfe de Lyon",
        "Gal": "Galicie",
        "Gas": "Gascogne",
        "Gre": "Grèce",
        "HEL": "Baie d'Héligoland, Baie de Helgoland",
        "Hol": "Hollande, Pays-Bas",
        "ION": "Ionienne, Mer Ionienne",
        "IRI": "Mer d'Irlande",
        "Ice": "Islande",
        "Ire": "Irlande",
        "Klg": "Kolgouïev",
        "Lon": "Londres",
        "Lvn": "Livonie",
        "MAO": "Atlantique Centre, Atlantique Moyen, Océan Atlantique Centre",
        "Mos": "Moscou",
        "NAO": "Atlantique Nord, Océan Atlantique Nord",
        "NAf": "Afrique du Nord, AfN",
        "NTH": "Mer du Nord",
        "NWG": "Mer de Norvège",
        "Nwy": "Norvège",
        "Out": "hors du plateau",
        "Pic": "Picardie",
        "Pie": "Piémont",
        "Pru": "Prusse",
        "Rum": "Roumanie, Rou",
        "Sar": "Sardaigne",
        "Ser": "Serbie",
        "Sev": "Sébastopol, Seb",
        "Sic": "Sicile",
        "Sil": "Silésie",
        "Smy": "Smyrne",
        "Spa": "Espagne, Esp",
        "StP": "Saint-Pétersbourg, St-Pétersbourg, Pétersbourg",
        "Swe": "Suède",
        "Swi": "Suisse, Sui",
        "Syr": "Syrie",
        "TYS": "Mer Tyrrhénienne, Tyrrhénienne",
        "Tun": "Tunisie",
        "Tus": "Toscane, Tos",
        "Ven": "Venise",
        "Vie": "Vienne",
        "WES": "Méditerranée Occidentale",
        "Wal": "Pays de Galles, Galles",
        "War": "Varsovie, Var",
    },
    powers={
        "Austria": "Autriche, Autriche-Hongrie, autrichienne",
        "England": "Angleterre, anglaise, britannique",
        "France": "française",
        "Germany": "Allemagne, allemande",
        "Italy": "Italie, italienne",
        "Russia": "Russie, russe",
        "Turkey": "Turquie, turque",
    },
    words={
        "a": "armée",
        "f": "flotte",
        "h": "tient, tenir, reste, t",
        "s": "soutient, soutien, soutenir, sout, appuie",
        "c": "convoie, convoye",
        "convoy": "convoi",
        "-": "vers",
        "moves": "va",
        "retreats": "retraite, recule",
        "disband": "dissout, dissoute, dissolution, dissoudre",
        "build": "construit, construire, construction",
        "remove": "retire, retirer, supprime",
        "waive": "renonce",
        "and": "et",
        "nc": "cn",
        "ec": "ce",
        "sc": "cs",
        "wc": "co",
    },
)

LANGUAGES: Mapping[str, OrderLanguage] = {"de": _GERMAN, "fr": _FRENCH}
"""The languages that a game may take besides English, by their codes."""


def list_spellings(table: Mapping[str, str], key: str) -> tuple[str, ...]:
    """Return the spellings of one thing."""
    return tuple(one.strip() for one in table.get(key, "").split(",") if one.strip())


@cache
def list_words(languages: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return the words of some languages, each with the word of the forms that it stands for."""
    tables = (LANGUAGES[code].words for code in languages)
    pairs = chain.from_iterable(table.items() for table in tables)
    return tuple((one.strip(), word) for word, many in pairs for one in many.split(","))
