"""Names of provinces and powers as the hobby writes them, besides those that are printed on the map."""

from __future__ import annotations

from collections.abc import Mapping

ALIASES: Mapping[str, tuple[str, ...]] = {
    "ADR": ("Ads",),
    "BLA": ("Black",),
    "EAS": ("EMS", "EME", "EMed", "East Med", "East Mediterranean", "Eastern Med"),
    "ENG": ("ECH", "Channel"),
    "GOB": ("BOT", "Bothnia"),
    "Blr": ("Balearics", "Balearic Is"),
    "GOL": ("LYO", "Gulf of Lyon", "Gulf of Lyons", "Gulf of Lions", "Gulf of the Lion", "Lyons"),
    "HEL": ("Helgoland", "Helgoland Bight"),
    "IRI": ("Ire", "Irl"),
    "Ire": ("Irl",),
    "Klg": ("Kol",),
    "Lvn": ("Liv",),
    "Lvp": ("Lpl",),
    "Mar": ("Marseille",),
    "MAO": ("Mid", "Mid-Atlantic", "Middle-Atlantic"),
    "NAO": ("NAT", "North Atlantic"),
    "NAf": ("North Africa",),
    "NWG": ("Nrg",),
    "Nwy": ("Nor",),
    "Out": ("Outside", "Outside of the board", "Off the board"),
    "Rum": ("Romania", "Roumania"),
    "SKA": ("Skagerrack",),
    "Ser": ("Servia",),
    "Sev": ("Sebastopol",),
    "StP": ("St Pete", "Saint Petersburg", "Petersburg"),
    "TYS": ("TYN",),
    "Tun": ("Tunisia",),
    "Tyr": ("Tyrol",),
    "WES": ("WMS", "WME", "WMed", "West Med", "West Mediterranean", "Western Med"),
}
"""Abbreviations and usual parts seen in the sources and in the hobby, by the province's key.

They count only where the board has such a province, and never against the key of another one: ``Ire``
is the Irish Sea unless there is an Ireland.
"""

DOUBTFUL: Mapping[str, tuple[str, ...]] = {
    "Atlantic": ("MAO", "NAO"),
    "Atlantik": ("MAO", "NAO"),
    "Atlantique": ("MAO", "NAO"),
    "Mediterranean": ("EAS", "WES"),
    "Med": ("EAS", "WES"),
}
"""Names that several provinces may be meant by; the line has to tell which."""

MISTAKEN: Mapping[str, tuple[str, ...]] = {"liv": ("Lvp",), "nor": ("NTH", "NWG")}
"""Names by which other players mean other provinces than these rules do."""

ADJECTIVES: Mapping[str, tuple[str, ...]] = {
    "Austria": ("Austrian", "Austro Hungarian", "Austria Hungary"),
    "England": ("English", "British", "Britain", "Great Britain"),
    "France": ("French",),
    "Germany": ("German",),
    "Italy": ("Italian",),
    "Russia": ("Russian",),
    "Turkey": ("Turkish", "Ottoman"),
}
"""Nationalities as orders name them, the one to print first, and other names of the powers."""
