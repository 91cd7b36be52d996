"""A client for Heddle's API: typed, with safe retries and iterators over pages. It needs only the standard library."""

from ._client import Heddle
from ._errors import FieldError, HeddleError, HeddleNetworkError
from ._events import ServerSentEvent
from ._generated import *  # noqa: F403
from ._generated import OPERATIONS, __version__

__all__ = [
    "OPERATIONS",
    "FieldError",
    "Heddle",
    "HeddleError",
    "HeddleNetworkError",
    "ServerSentEvent",
    "__version__",
]
