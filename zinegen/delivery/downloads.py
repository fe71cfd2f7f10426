"""The door to files on other servers: one request, a limit of bytes, redirected within the web alone."""

from __future__ import annotations

from http.client import HTTPException, HTTPMessage
from time import monotonic
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from zinegen.errors import ZinegenError

TIMEOUT = 20.0
"""Seconds in which a server must answer."""
PATIENCE = 120.0
"""Seconds in which all of a file must be there, however a server lets it drip."""
_PIECE = 1 << 16
_SCHEMES = frozenset({"http", "https"})


class DownloadError(ZinegenError):
    """A file that cannot be had, and why."""


class _WebOnly(HTTPRedirectHandler):
    """Follows redirections on the web, and from a protected address to protected ones alone."""

    def redirect_request(  # noqa: PLR0917  (the form is that of Python)
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        """Return the request to follow with; raises DownloadError where it would lead elsewhere."""
        before, after = urlsplit(req.full_url).scheme, urlsplit(newurl).scheme
        if after not in _SCHEMES or (before == "https" and after != "https"):
            raise DownloadError("it leads on to something that is not as well protected")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def download(
    address: str, limit: int, timeout: float = TIMEOUT, patience: float = PATIENCE
) -> bytes:
    """Return what lies at an address of the web, of at most ``limit`` bytes.

    Raises DownloadError when there is nothing, or more, or it takes too long.
    """
    end = monotonic() + patience
    try:
        if urlsplit(address).scheme not in _SCHEMES:
            raise DownloadError("it is no address of the web")
        request = Request(address, headers={"User-Agent": "zinegen"})  # noqa: S310  (looked at above)
        with build_opener(_WebOnly()).open(request, timeout=timeout) as answer:
            content = bytearray()
            while len(content) <= limit and (piece := answer.read1(_PIECE)):
                content += piece
                if monotonic() > end:
                    raise DownloadError(f"it has not come whole in {patience:g} seconds")
    except HTTPError as problem:
        raise DownloadError(f"its server answers {problem.code}: {problem.reason}"[:200]) from None
    except (URLError, OSError, HTTPException, ValueError) as problem:
        why = getattr(problem, "reason", None) or problem
        raise DownloadError(f"it cannot be had: {str(why)[:200]}") from None
    if len(content) > limit:
        raise DownloadError(f"it has more than {limit >> 20} MB")
    return bytes(content)
