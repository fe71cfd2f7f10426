"""The desk as a web application: the one module that knows Starlette.

The guard looks at each request before anything else does. What a screen answers becomes a response here, and
so does what goes wrong in one.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route as StarletteRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zinegen.archive.files import explain_disk_error
from zinegen.desk.desk import Desk
from zinegen.desk.guard import (
    HEADERS,
    LIMIT,
    STRANGE,
    Entered,
    Knock,
    Refused,
    write_cookie,
)
from zinegen.desk.rendering import (
    MESSAGES,
    PageMaker,
    list_assets,
    say_refusal,
    speaking_at_desk,
    write_messages,
)
from zinegen.desk.routes import (
    Answer,
    Asked,
    DeskPage,
    MissingError,
    Moved,
    Route,
    Screen,
    Sent,
    Upload,
)
from zinegen.desk.versions import ConflictError
from zinegen.errors import ZinegenError
from zinegen.languages.texts import gettext

MOST_FIELDS, MOST_FILES, LONGEST_FIELD = 500, 200, 4 << 20
"""What a form may have; longest in bytes."""
TOLD = "told"
"""The name in an address of what became of an action."""
_ASSET_AGE = "private, max-age=86400"

Application = ASGIApp


def make_application(desk: Desk, screens: Sequence[Screen]) -> Application:
    """Return the desk as an ASGI application: guard, screens, style sheets and scripts."""
    pages = _Pages(desk=desk, maker=PageMaker(desk.root), screens=screens)
    assets = list_assets()

    async def send_asset(request: Request) -> Response:
        name = request.path_params["name"]
        path, kind = assets.get(name, (None, ""))
        if path is None:
            raise HTTPException(404)
        if name == MESSAGES and (own := write_messages(pages.maker.find_language())):
            return Response(own, media_type=kind)
        return Response(path.read_bytes(), media_type=kind, headers={"Cache-Control": _ASSET_AGE})

    async def leave(request: Request) -> Response:
        desk.guard.end_session(request.state.cookie)
        response = Response(
            say_refusal(200, gettext("You have left the desk.")), media_type="text/html"
        )
        response.headers["Set-Cookie"] = write_cookie("")
        return response

    routes = [
        StarletteRoute("/assets/{name:path}", send_asset),
        StarletteRoute("/leave", leave, methods=["POST"]),
        *(pages.make_route(one) for screen in screens for one in screen.routes),
    ]
    faults = {404: pages.say_missing, 405: pages.say_missing, 400: pages.say_unreadable}
    return _GuardedApplication(desk, Starlette(routes=routes, exception_handlers=faults))


@dataclass(frozen=True, slots=True)
class _Pages:
    """Makes responses from what screens answer."""

    desk: Desk
    maker: PageMaker
    screens: Sequence[Screen]

    def make_route(self, route: Route) -> StarletteRoute:
        async def respond(request: Request) -> Response:
            asked = await _read_request(request)
            return await run_in_threadpool(self._answer, route, asked)

        return StarletteRoute(route.address, respond, methods=[route.method])

    async def say_missing(self, request: Request, _: Exception) -> Response:
        missing = Route(method="GET", address="", act=_say_missing)
        return await run_in_threadpool(self._answer, missing, Asked(address=request.url.path))

    async def say_unreadable(self, _: Request, __: Exception) -> Response:
        return Response(say_refusal(400, "This form cannot be read."), 400, media_type="text/html")

    def _answer(self, route: Route, asked: Asked) -> Response:
        """Do what is asked for, and return what became of it."""
        language = self.maker.find_language()
        with speaking_at_desk(language), self.desk.drawing if route.draws else nullcontext():
            try:
                answer = route.act(self.desk, asked)
            except ConflictError as conflict:
                answer = _show_conflict(asked, conflict)
            except MissingError as problem:
                answer = _say_problem(str(problem), 404)
            except ZinegenError as problem:
                answer = _say_problem(str(problem), 409)
            except OSError as problem:
                said = (str(problem.filename or ""), explain_disk_error(problem))
                answer = _say_problem(": ".join(filter(None, said)), 507)
            except Exception as problem:
                if os.environ.get("ZINEGEN_DEBUG"):
                    raise
                # What it says might hold something that is sealed.
                fault = gettext("a fault in the program: {kind}", kind=type(problem).__name__)
                answer = _say_problem(fault, 500)
            return self._respond(asked, answer)

    def _respond(self, asked: Asked, answer: Answer) -> Response:
        match answer:
            case DeskPage():
                told = self.desk.outcomes.find(asked.query.get(TOLD, ""))
                values = {
                    "here": asked.address,
                    "menu": [one for one in self.screens if one.address],
                    "told": told,
                    **answer.values,
                }
                return Response(
                    self.maker.make(answer.template, values), answer.status, media_type="text/html"
                )
            case Moved():
                to = answer.to
                if answer.told is not None:
                    address, _, anchor = to.partition("#")
                    mark = "&" if "?" in address else "?"
                    name = self.desk.outcomes.keep(answer.told)
                    to = f"{address}{mark}{TOLD}={name}" + (f"#{anchor}" if anchor else "")
                return RedirectResponse(to, 303)
            case Sent():
                headers = {"Content-Security-Policy": STRANGE}
                if answer.name:
                    name = quote(answer.name, safe="")
                    headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{name}"
                return Response(answer.content, media_type=answer.kind, headers=headers)


def _say_missing(_: Desk, __: Asked) -> DeskPage:
    return _say_problem(gettext("There is no such page at the desk."), 404)


def _say_problem(said: str, status: int) -> DeskPage:
    return DeskPage(template="problem.html", values={"said": said}, status=status)


def _show_conflict(asked: Asked, conflict: ConflictError) -> DeskPage:
    """Show both versions of a file, and the form again, which now knows of the one that is there."""
    fields = [
        (name, value)
        for name, values in asked.fields.items()
        if name != "digest"
        for value in values
    ]
    values = {"conflict": conflict, "fields": fields, "address": asked.address}
    return DeskPage(template="conflict.html", values=values, status=409)


async def _read_request(request: Request) -> Asked:
    """Return what is asked, its form read whole."""
    asked = Asked(
        address=request.url.path,
        path={name: str(value) for name, value in request.path_params.items()},
        query=dict(request.query_params),
    )
    if request.method != "POST":
        return asked
    fields: dict[str, tuple[str, ...]] = {}
    uploads = []
    limits = {"max_files": MOST_FILES, "max_fields": MOST_FIELDS}
    async with request.form(**limits, max_part_size=LONGEST_FIELD) as form:
        for name, value in form.multi_items():
            if isinstance(value, UploadFile):
                content = await value.read()
                if content or value.filename:
                    uploads.append(Upload(field=name, name=value.filename or "", content=content))
            else:
                fields[name] = (*fields.get(name, ()), value)
    return replace(asked, fields=fields, uploads=tuple(uploads))


@dataclass(frozen=True, slots=True)
class _GuardedApplication:
    """Lets the guard look first, reads no more than a request may have, and sets the headers of answers."""

    desk: Desk
    inner: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.inner(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        headed = _add_headers(send)
        knock = Knock(
            method=scope["method"],
            path=scope["path"],
            query=scope["query_string"].decode("latin-1"),
            headers=[
                (name.decode("latin-1").lower(), value.decode("latin-1"))
                for name, value in scope["headers"]
            ],
        )
        found = self.desk.guard.look(knock)
        if isinstance(found, Refused):
            await _refuse(found.status, found.why)(scope, receive, headed)
            return
        if isinstance(found, Entered):
            response = RedirectResponse("/", 303, {"Set-Cookie": write_cookie(found.cookie)})
            await response(scope, receive, headed)
            return
        body = await _read_body(receive, knock)
        if body is None:
            most = f"At most {LIMIT >> 20} MB are taken at once."
            await _refuse(413, most)(scope, receive, headed)
            return
        scope.setdefault("state", {})["cookie"] = found
        await self.inner(scope, _replay(body, receive), headed)


def _refuse(status: int, why: str) -> Response:
    return Response(say_refusal(status, why), status, media_type="text/html")


async def _read_body(receive: Receive, knock: Knock) -> bytes | None:
    """Return the body of a request; None where it is longer than it may be."""
    said = knock.find_all("content-length")
    if any(not one.isdecimal() or int(one) > LIMIT for one in said):
        return None
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > LIMIT:
            return None
        if message["type"] != "http.request" or not message.get("more_body", False):
            return bytes(body)


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return what gives a body that was read already, and then what is still to come."""
    left = [body]

    async def give() -> Message:
        if left:
            return {"type": "http.request", "body": left.pop(), "more_body": False}
        return await receive()

    return give


def _add_headers(send: Send) -> Send:
    """Return what sends an answer with the headers that all have, where it says nothing else."""

    async def send_headed(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = {name.lower() for name, _ in message["headers"]}
            message["headers"] = [
                *message["headers"],
                *(
                    (name.lower().encode(), value.encode())
                    for name, value in HEADERS.items()
                    if name.lower().encode() not in own
                ),
            ]
        await send(message)

    return send_headed
