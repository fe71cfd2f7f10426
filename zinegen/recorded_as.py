"""How a field of a record says where it stands in `result.json`, if not under its own name."""

RECORDED_AS = "recorded as"
"""The key in a field's metadata under which the keys stand that lead to it, such as ``("deed",)``."""
