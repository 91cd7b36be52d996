"""Server-sent events, as the HTML standard reads them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class ServerSentEvent:
    """An event of a stream. `id` is for `last_event_id`; None if it has none."""

    id: str | None
    event: str
    data: str


def server_sent_events(lines: Iterable[bytes]) -> Iterator[ServerSentEvent]:
    """The events in the lines of a stream. What is left when the stream ends is not a whole event."""
    last_id: str | None = None
    event = ""
    data: list[str] = []
    for raw in lines:
        line = raw.decode("utf-8", "replace").rstrip("\r\n")
        if line == "":
            if data:
                yield ServerSentEvent(last_id, event or "message", "\n".join(data))
            event, data = "", []
            continue
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "id":
            last_id = value
        elif field == "event":
            event = value
        elif field == "data":
            data.append(value)
