"""Tokens for the other side of a repository, in the system's keyring: the one module that knows `keyring`.

None is ever written into a file. Where the system has no keyring, a token is asked for each time.
"""

from __future__ import annotations

import keyring
from keyring.errors import KeyringError

SERVICE = "zinegen"


def has_keyring() -> bool:
    """Tell whether the system keeps tokens."""
    try:
        return keyring.get_keyring().priority > 0
    except (KeyringError, RuntimeError):
        return False


def read_token(origin: str) -> str:
    """Return the token for an origin such as ``https://codeberg.org/``; empty where none is kept."""
    try:
        return keyring.get_password(SERVICE, origin) or "" if has_keyring() else ""
    except (KeyringError, RuntimeError):
        return ""


def keep_token(origin: str, token: str) -> bool:
    """Have the system keep a token; return whether it does."""
    if not has_keyring():
        return False
    try:
        keyring.set_password(SERVICE, origin, token)
    except (KeyringError, RuntimeError):
        return False
    return True


def forget_token(origin: str) -> None:
    """Have the system forget the token for an origin."""
    try:
        keyring.delete_password(SERVICE, origin)
    except (KeyringError, RuntimeError):
        return
