"""The languages that a zine may have, and their catalogues: what people have translated, read by Babel."""

from zinegen.late_names import late_names

_HOMES = {
    "catalogue": "CODES LanguageError compile_catalogue find_language read_catalogue",
}
"""The modules of this package that have what it offers."""

__getattr__ = late_names(__name__, _HOMES)
