"""The client: one method for each operation, and what one does with several calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from http.client import HTTPResponse
from typing import Generic, ParamSpec, TypedDict, TypeVar, cast

from ._calls import Calls
from ._events import ServerSentEvent
from ._generated import Estimate, EstimateAnswer, GeneratedCalls

Row = TypeVar("Row")
Page = TypeVar("Page")
Arguments = ParamSpec("Arguments")


class Rows(TypedDict, Generic[Row]):
    """Any answer that is a list."""

    data: list[Row]


class _Asked(Exception):
    """What a method would call."""

    def __init__(self, operation: str, parameters: Mapping[str, object]) -> None:
        super().__init__(operation)
        self.operation = operation
        self.parameters = parameters


class _Asking(GeneratedCalls):
    """Has every method, and calls nothing."""

    def _call(
        self, operation: str, parameters: Mapping[str, object], idempotency_key: str | None = None
    ) -> object:
        raise _Asked(operation, parameters)

    def _download(self, operation: str, parameters: Mapping[str, object]) -> HTTPResponse:
        raise _Asked(operation, parameters)

    def _listen(self, operation: str, parameters: Mapping[str, object]) -> Iterator[ServerSentEvent]:
        raise _Asked(operation, parameters)


def _next_of(page: Mapping[str, object]) -> Mapping[str, object] | None:
    """The parameters of the page after this one; None after the last."""
    if "next_cursor" in page:
        cursor = page["next_cursor"]
        return None if cursor is None else {"cursor": cursor}
    number, size, total = page.get("page"), page.get("page_size"), page.get("total")
    if not (isinstance(number, int) and isinstance(size, int) and isinstance(total, int)):
        raise TypeError("This operation has no pages.")
    return {"page": number + 1, "anchor": page.get("anchor")} if number * size < total else None


class Heddle(Calls):
    """Calls Heddle's API.

    `api_key` (`hdl_…`) and `base_url` (such as `https://heddle.example`) are required. The methods raise `HeddleError`
    when Heddle answers with an error, and `HeddleNetworkError` when no whole answer arrives in any try.
    """

    def pages(
        self, method: Callable[Arguments, Page], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Iterator[Page]:
        """All pages of an answer, as in `heddle.pages(heddle.search_posts, keywords=["coffee"])`.

        Begins with the first page, or the given one. Each page is one call, made when you ask for it.
        """
        following: Mapping[str, object] | None = {}
        while following is not None:
            page = cast("Callable[..., Page]", method)(*args, **{**kwargs, **following})
            yield page
            following = _next_of(cast("Mapping[str, object]", page))

    def rows(
        self, method: Callable[Arguments, Rows[Row]], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Iterator[Row]:
        """The rows of all pages. A row costs what it costs in its page, and a page is paid for as a whole."""
        for page in self.pages(method, *args, **kwargs):
            yield from page["data"]

    def estimate(
        self, method: Callable[Arguments, object], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Estimate:
        """What a call would cost at most, as in `heddle.estimate(heddle.hot_posts, size=30)`. Free, and nothing runs."""
        asking = cast("Callable[..., object]", getattr(_Asking(), method.__name__))
        try:
            asking(*args, **kwargs)
        except _Asked as asked:
            call = asked.operation
            parameters = {name: value for name, value in asked.parameters.items() if value is not None}
        else:
            raise TypeError("Pass a method of this client that makes one call.")
        answer = self._call("estimate", {"operation": self._name_of(call), "parameters": parameters})
        return cast("EstimateAnswer", answer)["data"]
