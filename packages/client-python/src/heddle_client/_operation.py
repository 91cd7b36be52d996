"""An operation as data, and the request that calls it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast
from urllib.parse import quote, urlencode


@dataclass(frozen=True)
class Operation:
    """How an operation is called. `path` has `{name}` for each parameter in it."""

    name: str
    method: str
    path: str
    query: tuple[str, ...]
    headers: tuple[str, ...]
    takes_key: bool
    has_body: bool


@dataclass(frozen=True)
class Target:
    """The path with its query, the headers and the body of a request."""

    path: str
    headers: Mapping[str, str]
    body: bytes | None


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _segment(name: str, value: object) -> str:
    text = "" if value is None else str(value)
    # A URL drops such segments, so the call would become another one.
    if text in ("", ".", ".."):
        raise ValueError(f'{name} must be the name or id of something, not "{text}".')
    return quote(text, safe="")


def _values(value: object) -> list[str]:
    """Repeated for each item. A single item with a comma is followed by an empty one, or it would be read as a list."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        return [_text(value)]
    items = [_text(item) for item in cast("Sequence[object]", value)]
    return [*items, ""] if len(items) == 1 and "," in items[0] else items


def target_of(operation: Operation, parameters: Mapping[str, object]) -> Target:
    """The request of a call. Parameters that are None are left out."""
    left = {name: value for name, value in parameters.items() if value is not None}

    def fill(match: re.Match[str]) -> str:
        name = match.group(1)
        return _segment(name, left.pop(name, None))

    path = re.sub(r"\{(\w+)\}", fill, operation.path)
    headers = {name: _text(left.pop(name)) for name in operation.headers if name in left}
    if operation.has_body:
        fields = {name: value for name, value in left.items() if name not in operation.query}
        left = {name: value for name, value in left.items() if name in operation.query}
        headers["content-type"] = "application/json"
        body = json.dumps(fields).encode()
    else:
        body = None
    query = urlencode([(name, one) for name, value in left.items() for one in _values(value)])
    return Target(f"{path}?{query}" if query else path, headers, body)
