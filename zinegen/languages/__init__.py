"""The language of a zine: how texts are marked for its catalogue, and how names stand in its sentences.

The catalogues lie in `zinegen.catalogues`. What is written into records, and what commands print on a
terminal, is English: nobody speaks another language there.
"""

from zinegen.late_names import late_names

_HOMES = {
    "names": "PowerInSentence name_power name_province",
    "texts": "ENGLISH N_ DateWords Language add_colon gettext join_clauses ngettext npgettext pgettext"
    " speaking spoken_language",
}
"""The modules of this package that have what it offers."""

__getattr__ = late_names(__name__, _HOMES)
