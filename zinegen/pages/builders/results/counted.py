"""Numbers of things, and numbers with decimals, as the page of results writes them in the zine's language."""

from zinegen.languages.texts import ngettext, pgettext

MINUS = "\u2212"


def count_games(number: int) -> str:
    """Return a number of games."""
    return ngettext("{number} game", "{number} games", number)


def count_seasons(number: int) -> str:
    """Return a number of seasons."""
    return ngettext("{number} season", "{number} seasons", number)


def count_borders(number: int) -> str:
    """Return a number of borders."""
    return ngettext("{number} border", "{number} borders", number)


def count_provinces(number: int) -> str:
    """Return a number of provinces."""
    return ngettext("{number} province", "{number} provinces", number)


def count_units(number: int) -> str:
    """Return a number of units."""
    return ngettext("{number} unit", "{number} units", number)


def count_moves(number: int) -> str:
    """Return a number of moves."""
    return ngettext("{number} move", "{number} moves", number)


def count_centres(number: int) -> str:
    """Return a number of centres."""
    return ngettext("{number} centre", "{number} centres", number)


def count_deadlines(number: int) -> str:
    """Return a number of deadlines."""
    return ngettext("{number} deadline", "{number} deadlines", number)


def count_seats(number: int) -> str:
    """Return a number of seats: powers in games."""
    return ngettext("{number} seat", "{number} seats", number)


def write_number(number: float, decimals: int) -> str:
    """Return a number with so many decimals, and with the signs that the language has in numbers."""
    signs: dict[str, str | int | None] = {
        ",": pgettext("between thousands", ","),
        ".": pgettext("before decimals", "."),
        "-": MINUS,
    }
    return f"{number:,.{decimals}f}".translate(str.maketrans(signs))
