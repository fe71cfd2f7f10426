"""The registry of rule sets."""

from __future__ import annotations

from collections.abc import Mapping

from zinegen.errors import RulesError
from zinegen.game.variant import Variant
from zinegen.notation.grammar.names import suggest
from zinegen.variants.deluge.rule_set import DELUGE1, DELUGE2
from zinegen.variants.geophysical.kinzett.rule_set import GEOPHYSICAL_KINZETT
from zinegen.variants.geophysical.maiden.rule_set import GEOPHYSICAL_MAIDEN
from zinegen.variants.post_atomic.rule_set import POST_ATOMIC
from zinegen.variants.seismic.rule_sets import SEISMIC_ACERUNNER, SEISMIC_LAVAURS
from zinegen.variants.standard import STANDARD

_ALL = (
    STANDARD,
    SEISMIC_LAVAURS,
    SEISMIC_ACERUNNER,
    GEOPHYSICAL_KINZETT,
    POST_ATOMIC,
    GEOPHYSICAL_MAIDEN,
    DELUGE2,
    DELUGE1,
)
VARIANTS: Mapping[str, Variant] = {variant.id: variant for variant in _ALL}
"""All rule sets, by id."""


def find_variant(name: str) -> Variant:
    """Return the rule set of this id, in any case.

    Raises RulesError with the ids there are when there is none.
    """
    found = VARIANTS.get(name.strip().lower())
    if found is None:
        known = tuple(VARIANTS)
        hint = suggest(name.strip().lower(), known, f"there are {', '.join(known)}")
        message = f"there is no rule set {name!r}; {hint}"
        raise RulesError(message)
    return found
