"""The version of the program, which every record bears."""

__version__ = "1.1.0"


def parse_version(version: str) -> tuple[int, ...]:
    """Return a version as numbers that can be compared; what is no number in it is left out."""
    return tuple(int(part) for part in version.split(".") if part.isdecimal())


def is_newer(version: str) -> bool:
    """Tell whether a version is a later one than this program's."""
    return parse_version(version) > parse_version(__version__)
