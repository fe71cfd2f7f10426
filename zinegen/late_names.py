"""Names that a package offers and its modules have, loaded when they are first asked for.

Whoever imports a module loads the packages round it too. A package that imported what it offers would
load all of itself for the sake of any part of it, and be in a circle with its own modules.
"""

from collections.abc import Callable, Mapping
from importlib import import_module


def late_names(package: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """Return the `__getattr__` of a package that offers these names.

    ``homes`` has the names with spaces between them, by the module below the package that has them.
    """
    home_of = {name: home for home, names in homes.items() for name in names.split()}

    def find(name: str) -> object:
        """Return something that the package offers, and load its module."""
        if name not in home_of:
            message = f"module {package!r} has no attribute {name!r}"
            raise AttributeError(message)
        found: object = getattr(import_module(f"{package}.{home_of[name]}"), name)
        return found

    return find
