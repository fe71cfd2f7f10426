"""The option `--on` of commands whose work can be done by a cluster."""

from __future__ import annotations

import click

from zinegen.cluster import ClusterError, check_address


def _parse(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    if value is None:
        return None
    try:
        return check_address(value)
    except ClusterError as problem:
        raise click.BadParameter(str(problem)) from None


ON = click.option(
    "--on",
    metavar="local|tcp://HOST:PORT",
    callback=_parse,
    help="Have a Dask cluster do the work: one made here, or one whose scheduler is there.",
)
