"""Makes calls: each is tried again, with the same `Idempotency-Key`, until it is answered or there is no point."""

from __future__ import annotations

import json
import random
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator, Mapping
from email.message import Message
from http.client import HTTPException, HTTPResponse
from typing import IO, TypeVar, cast
from urllib.parse import urlsplit

from ._errors import HeddleError, HeddleNetworkError
from ._events import ServerSentEvent, server_sent_events
from ._generated import OPERATIONS, GeneratedCalls
from ._operation import Target, target_of

Answer = TypeVar("Answer")

FIRST_BACKOFF_SECONDS = 0.5
MAX_BACKOFF_SECONDS = 20.0


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would turn a POST into a GET, and take the key to another server."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> None:
        return None


class Calls(GeneratedCalls):
    """The connection to a server.

    A call is tried again after a lost connection, a time-out, 408, 429 and 5xx: `max_retries` times, after 0.5 to 20
    seconds and the time in `Retry-After`; one that is asked to wait longer than `max_retry_after_seconds` fails instead.
    `timeout_seconds` is for silence of the server, in a stream too. `sleep` and `random` are for tests.
    """

    def __init__(
        self,
        *,
        api_key: str,
        base_url: str,
        timeout_seconds: float = 60,
        max_retries: int = 4,
        max_retry_after_seconds: float = 60,
        sleep: Callable[[float], None] = time.sleep,
        random: Callable[[], float] = random.random,
    ) -> None:
        if not api_key:
            raise ValueError("api_key is missing.")
        if urlsplit(base_url).scheme not in ("http", "https") or not urlsplit(base_url).netloc:
            raise ValueError("base_url must be a URL, such as https://heddle.example.")
        self._api_key = api_key
        self._base_url = base_url.rstrip("/")
        self._timeout_seconds = timeout_seconds
        self._max_retries = max_retries
        self._max_retry_after_seconds = max_retry_after_seconds
        self._sleep = sleep
        self._random = random
        self._opener = urllib.request.build_opener(_NoRedirects)

    def _name_of(self, operation: str) -> str:
        return OPERATIONS[operation].name

    def _call(
        self, operation: str, parameters: Mapping[str, object], idempotency_key: str | None = None
    ) -> object:
        def read(response: HTTPResponse) -> object:
            with response:
                try:
                    return json.loads(response.read())
                except ValueError as error:
                    raise HTTPException("the answer is not JSON") from error

        return self._request(operation, parameters, "application/json", read, idempotency_key)

    def _download(self, operation: str, parameters: Mapping[str, object]) -> HTTPResponse:
        return self._request(operation, parameters, "*/*", lambda response: response)

    def _listen(self, operation: str, parameters: Mapping[str, object]) -> Iterator[ServerSentEvent]:
        response = self._request(operation, parameters, "text/event-stream", lambda one: one)
        try:
            with response:
                yield from server_sent_events(response)
        except (OSError, HTTPException) as error:
            raise HeddleNetworkError(error, None) from error

    def _request(
        self,
        operation: str,
        parameters: Mapping[str, object],
        accept: str,
        read: Callable[[HTTPResponse], Answer],
        idempotency_key: str | None = None,
    ) -> Answer:
        called = OPERATIONS[operation]
        target = target_of(called, parameters)
        key = (idempotency_key or uuid.uuid4().hex) if called.takes_key else None
        tries = 0
        while True:
            tries += 1
            try:
                return read(self._open(called.method, target, accept, key))
            except HeddleError as error:
                delay = self._delay_after(error, tries)
                if delay is None:
                    raise
            # An answer that breaks off, or is not of Heddle, is as lost as one that never came.
            except (OSError, HTTPException) as error:
                if tries > self._max_retries:
                    raise HeddleNetworkError(error, key) from error
                delay = self._backoff(tries)
            self._sleep(delay)

    def _open(self, method: str, target: Target, accept: str, key: str | None) -> HTTPResponse:
        headers = {**target.headers, "accept": accept, "authorization": f"Bearer {self._api_key}"}
        if key is not None:
            headers["idempotency-key"] = key
        request = urllib.request.Request(self._base_url + target.path, target.body, headers, method=method)
        try:
            return cast("HTTPResponse", self._opener.open(request, timeout=self._timeout_seconds))
        except urllib.error.HTTPError as error:
            with error:
                found = {name.lower(): value for name, value in error.headers.items()}
                raise HeddleError(error.code, error.read(), found, key) from None

    def _delay_after(self, error: HeddleError, tries: int) -> float | None:
        """Seconds before the next try; None if there should be none."""
        # A 409 with `Retry-After` means that the first try of the call, whose answer was lost, is still running.
        is_running = error.status == 409 and error.retry_after is not None
        passes = error.status in (408, 429) or error.status >= 500 or is_running
        asked = error.retry_after or 0.0
        if not passes or tries > self._max_retries or asked > self._max_retry_after_seconds:
            return None
        # On top of what is asked, so that callers who were turned away together do not come back together.
        return asked + self._backoff(tries)

    def _backoff(self, tries: int) -> float:
        spread = 0.5 + self._random() / 2
        return min(MAX_BACKOFF_SECONDS, FIRST_BACKOFF_SECONDS * 2.0 ** (tries - 1)) * spread
