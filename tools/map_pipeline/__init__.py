"""The pipeline that makes ``zinegen/data/europe.json`` from public-domain coast lines.

Needed only by somebody who wants another board or another corner of the coast; ``README.md`` says how.
"""
