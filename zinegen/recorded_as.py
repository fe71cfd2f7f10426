"""How a field of a record says where it stands in `result.json`, if not under its own name."""

RECORDED_AS = "recorded as"
"""In a field's metadata: the keys that lead to it, such as ``("deed",)``; no key if none."""
