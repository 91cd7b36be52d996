"""Makes the calls that come as lines of JSON, and answers each with a line."""

import json
import sys
from collections.abc import Iterator
from http.client import HTTPResponse

from heddle_client import Heddle, HeddleError, HeddleNetworkError

options = json.loads(sys.argv[1])
slept: list[float] = []
heddle = Heddle(**options, sleep=slept.append, random=lambda: 1.0)

for line in sys.stdin:
    asked = json.loads(line)
    slept.clear()
    try:
        method = getattr(heddle, asked["method"])
        if "about" in asked:
            answer = method(getattr(heddle, asked["about"]), **asked["arguments"])
        else:
            answer = method(**asked["arguments"])
        if isinstance(answer, HTTPResponse):
            with answer:
                answer = answer.read().decode()
        elif isinstance(answer, Iterator):
            # Of a stream, which does not end, the first.
            answer = vars(next(answer)) if asked["method"] == "listen_to_endpoint" else list(answer)
        result = {"answer": answer}
    except HeddleError as error:
        result = {"error": {**vars(error), "text": str(error)}}
    except (HeddleNetworkError, TypeError, ValueError) as error:
        result = {"error": {"name": type(error).__name__, "text": str(error), **vars(error)}}
    print(json.dumps({**result, "slept": slept}), flush=True)
