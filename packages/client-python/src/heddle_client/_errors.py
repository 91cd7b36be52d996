"""How a call fails: Heddle answered with a problem, or there was no whole answer."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, TypedDict, cast

if TYPE_CHECKING:
    from ._generated import ProblemCode


class FieldError(TypedDict):
    """A parameter or field that is wrong."""

    path: str
    message: str


class HeddleError(Exception):
    """Heddle, or a proxy before it, answered with an error."""

    code: ProblemCode | str
    """Stable. `unknown` if the answer is no problem document, as of a proxy. Later releases can have further codes."""
    status: int
    detail: str
    """What went wrong and what to do about it."""
    errors: list[FieldError]
    """The parameters that are wrong; empty unless the code is `invalid_parameter`."""
    request_id: str | None
    """For support."""
    retry_after: float | None
    """Seconds to wait before another try."""
    idempotency_key: str | None
    """Another call with it, and with the same parameters, cannot be charged twice."""
    problem: Mapping[str, object]
    """The whole problem document, with the fields that only some codes have, such as `max_affordable_limit`."""

    def __init__(self, status: int, body: bytes, headers: Mapping[str, str], idempotency_key: str | None) -> None:
        self.problem = _problem_in(body)
        self.code = str(self.problem.get("code", "unknown"))
        self.status = status
        self.detail = str(self.problem.get("detail", f"The answer has status {status} and is no problem document."))
        errors = self.problem.get("errors")
        self.errors = cast("list[FieldError]", errors) if isinstance(errors, list) else []
        self.request_id = headers.get("x-request-id")
        self.retry_after = _seconds_in(headers.get("retry-after"))
        self.idempotency_key = idempotency_key
        super().__init__(f"{self.code} ({status}): {self.detail}")


class HeddleNetworkError(Exception):
    """No whole answer arrived, so it is unknown whether the call took effect. `__cause__` says why."""

    idempotency_key: str | None
    """Another call with it, and with the same parameters, returns the lost answer if there is one."""

    def __init__(self, cause: BaseException, idempotency_key: str | None) -> None:
        self.idempotency_key = idempotency_key
        super().__init__(f"No answer arrived: {cause}")


def _problem_in(body: bytes) -> Mapping[str, object]:
    try:
        problem: object = json.loads(body)
    except ValueError:
        return {}
    return cast("Mapping[str, object]", problem) if isinstance(problem, dict) else {}


def _seconds_in(text: str | None) -> float | None:
    """Seconds, from a number or a date."""
    if text is None:
        return None
    if text.strip().isdigit():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError):
        return None
