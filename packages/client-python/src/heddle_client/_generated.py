"""Written by `npm run generate -w packages/client` from the contract of Heddle 1.21.0."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from http.client import HTTPResponse
from typing import Any, Literal, NotRequired, TypedDict, cast

from ._events import ServerSentEvent
from ._operation import Operation

__version__ = "1.21.0"

ProblemCode = Literal[
    "invalid_parameter",
    "missing_api_key",
    "invalid_api_key",
    "insufficient_credits",
    "key_limit_reached",
    "plan_required",
    "forbidden",
    "not_found",
    "method_not_allowed",
    "not_acceptable",
    "request_timeout",
    "conflict",
    "idempotency_conflict",
    "payload_too_large",
    "unsupported_media_type",
    "expectation_failed",
    "rate_limited",
    "too_many_running_calls",
    "headers_too_large",
    "internal",
    "unavailable",
]
"""The stable codes of problems; later releases can have more."""


class BalancePlan(TypedDict):
    """The active plan; null if there is none."""

    name: Literal["lite", "standard", "plus", "premium"]
    """An API plan: `lite`, `standard`, `plus` or `premium`."""
    renews_at: int | None
    """When the plan renews automatically, in Unix seconds; null if it does not."""
    webhooks: bool
    """Whether the plan includes webhooks."""


class Balance(TypedDict):
    remaining_credits: int
    """Credits you can spend now: current grants minus holds."""
    held_credits: int
    """Credits reserved for running calls and for webhook events that have not been sent yet."""
    runs_out_at: int | None
    """When the credits run out at the pace of the last 7 full days (UTC), in Unix seconds. Null before 3 full days of use, and if they last until they expire or none are left."""
    plan: BalancePlan | None
    """The active plan; null if there is none."""
    grants: list[BalanceGrant]
    """Current grants, in the order in which they are spent."""


class BalanceGrant(TypedDict):
    kind: Literal["plan", "top_up", "operator", "trial"]
    """Where the credits came from."""
    remaining: int
    """Credits left in this grant, minus holds."""
    expires_at: int
    """When the remaining credits expire, in Unix seconds."""


class UsageEntry(TypedDict):
    id: str
    """The id of the entry."""
    time: int
    """When the call was charged or refunded, in Unix seconds."""
    cost: int
    """Credits. Negative for refunds, and possibly for daily totals."""
    source: str
    """The name of the API key, `account login (APPLICATION)`, or `webhook EP_ID`."""
    parameters: dict[str, Any]
    """The parameters of the call. A refund has `refund_of`, the id of the refunded entry."""
    api_type: str
    """What was called, such as `keywords`."""
    request_id: str | None
    """The `X-Request-Id` of the call; null for webhook events."""


class Estimate(TypedDict):
    """What a call would cost."""

    estimated_cost: int
    """The most that the call could cost, in credits."""
    remaining_credits: int
    """What this key can spend now, in credits."""
    max_affordable_limit: int | None
    """The largest `limit` or `size` that you can afford for this call; 0 if none, null if the call has no such parameter."""
    would_admit: bool
    """Whether the call would run now."""


class FoundPost(TypedDict):
    code: str
    """The code of the post."""
    url: str
    """URL of the post on the network."""
    caption: str
    """The text of the post."""
    language: Literal["zh-Hant", "zh-Hans", "yue", "zh", "en", "ja", "ko", "other"]
    """The language of the text; `zh` is Chinese that could be in either script."""
    is_reply: bool
    """Whether the post is a reply."""
    post_timestamp: int
    """When it was posted, in Unix seconds."""
    username: str
    """The name of its author."""
    like_count: int
    """Likes."""
    reply_count: int
    """Replies."""
    repost_count: NotRequired[int]
    """Reposts and quotes."""
    reshare_count: NotRequired[int]
    """Shares outside the network."""
    impression_count: NotRequired[int | None]
    """View count; null if unknown."""
    media_url: NotRequired[list[str]]
    """URLs of pictures and videos."""
    reply_to: NotRequired[str | None]
    """The code of the post it replies to; null if it is not a reply, or unknown."""
    metrics_at: NotRequired[int]
    """When the counts were observed, in Unix seconds."""
    user: NotRequired[PostAuthor]


class PostAuthor(TypedDict):
    """The author."""

    username: str
    """The author's name."""
    full_name: str
    """The author's display name; empty if unknown."""
    profile_picture: str
    """URL of the picture; empty if unknown."""
    follower_count: int | None
    """Followers; null if unknown."""


class DetailedPost(TypedDict):
    code: str
    """The code of the post."""
    url: str
    """URL of the post on the network."""
    caption: str
    """The text of the post."""
    language: Literal["zh-Hant", "zh-Hans", "yue", "zh", "en", "ja", "ko", "other"]
    """The language of the text; `zh` is Chinese that could be in either script."""
    is_reply: bool
    """Whether the post is a reply."""
    post_timestamp: int
    """When it was posted, in Unix seconds."""
    username: str
    """The name of its author."""
    like_count: int
    """Likes."""
    reply_count: int
    """Replies."""
    repost_count: int
    """Reposts and quotes."""
    reshare_count: int
    """Shares outside the network."""
    impression_count: int | None
    """View count; null if unknown."""
    media_url: list[str]
    """URLs of pictures and videos."""
    reply_to: str | None
    """The code of the post it replies to; null if it is not a reply, or unknown."""
    metrics_at: int
    """When the counts were observed, in Unix seconds."""
    user: PostAuthor


class KeywordTrend(TypedDict):
    keyword: str
    """As given in the request."""
    days: list[TrendPoint]
    """Oldest first, including days with 0 posts."""


class TrendPoint(TypedDict):
    date: str
    """The day in UTC, `YYYY-MM-DD`."""
    post_count: int
    """Posts that contain the keyword."""
    like_count: NotRequired[int]
    """Likes of these posts."""
    reply_count: NotRequired[int]
    """Replies to these posts."""
    repost_count: NotRequired[int]
    """Reposts and quotes of these posts."""
    reshare_count: NotRequired[int]
    """Shares of these posts outside the network."""


class RelevantPost(TypedDict):
    code: str
    """The code of the post."""
    url: str
    """URL of the post on the network."""
    caption: str
    """The text of the post."""
    language: Literal["zh-Hant", "zh-Hans", "yue", "zh", "en", "ja", "ko", "other"]
    """The language of the text; `zh` is Chinese that could be in either script."""
    is_reply: bool
    """Whether the post is a reply."""
    post_timestamp: int
    """When it was posted, in Unix seconds."""
    username: str
    """The name of its author."""
    like_count: int
    """Likes."""
    reply_count: int
    """Replies."""
    relevance_score: float
    """How close the post is to the topic, from 0 to 1. Compare scores only within one response, not between engines or topics."""


class Forecast(TypedDict):
    code: str
    """The code given."""
    status: Literal["ok", "too_young", "too_old", "no_metric", "not_yet", "not_found"]
    """`ok`: there is a forecast. `too_young`: posted less than an hour ago. `too_old`: posted more than 7 days ago. `no_metric`: the count is not known, or was not observed in time. `not_yet`: no model is of use for a post of this age. `not_found`: no post with this code is stored."""
    possible_at: int | None
    """When the post will be old enough for a forecast: with `too_young`, and with `not_yet` unless it takes a newer observation or more posts to learn from. Null for other rows."""
    impression_count: int | None
    """View count; null if unknown."""
    like_count: int | None
    """Likes; null when the post was not found."""
    reply_count: int | None
    """Replies; null when the post was not found."""
    metrics_at: int | None
    """When the counts were observed, in Unix seconds; null when the post was not found."""
    thresholds: list[ForecastThreshold]
    """The next five of 1, 2, 5, 10, … above the current count, lowest first, from 1,000 views, 100 likes or 50 replies (lower where half of the posts stay below); empty if there is no forecast."""
    model: ForecastModel | None
    """The model behind the forecast; null if there is no forecast."""


class ForecastThreshold(TypedDict):
    views: NotRequired[int]
    """The number of views, when `metric` is `views`."""
    likes: NotRequired[int]
    """The number of likes, when `metric` is `likes`."""
    replies: NotRequired[int]
    """The number of replies, when `metric` is `replies`."""
    probability: float
    """The probability that the post reaches it within 7 days of posting, from 0.001 to 0.999."""
    rough: NotRequired[bool]
    """Only there when true: the probability may be off by more than 0.1, because other networks differ about it and this one is not known yet."""
    expected_at: int | None
    """When the post reaches it, if it does: the median time. Null if the probability is below 0.05."""
    earliest_at: int | None
    """If the post reaches it, it does so after this time with a probability of 0.9. Null with `expected_at`."""
    latest_at: int | None
    """If the post reaches it, it does so before this time with a probability of 0.9. Null with `expected_at`."""


class ForecastModel(TypedDict):
    kind: Literal["learned", "adapted", "prior"]
    """`learned`: from posts of this service that were followed for a week. `adapted`: from the first posts of this service, and from other networks for what they do not tell yet. `prior`: from other networks only, so the probabilities are rough."""
    version: str
    """The version of the model; changes with every training."""
    posts: int
    """How many posts of this service the model was trained on."""
    skill: float
    """The Brier skill of forecasts at the age of the observation: 1 is perfect, 0 is no better than the share of all posts that reach a threshold. Measured on later posts of this service; of the prior, and as long as few posts were followed for a week, what four of five simulated networks exceed."""


class Chain(TypedDict):
    root: Post
    replies: list[ChainReply]
    """Each reply follows the post it replies to, after that post's older replies and their replies."""


class Post(TypedDict):
    """The top post of the thread."""

    code: str
    """The code of the post."""
    url: str
    """URL of the post on the network."""
    caption: str
    """The text of the post."""
    language: Literal["zh-Hant", "zh-Hans", "yue", "zh", "en", "ja", "ko", "other"]
    """The language of the text; `zh` is Chinese that could be in either script."""
    is_reply: bool
    """Whether the post is a reply."""
    post_timestamp: int
    """When it was posted, in Unix seconds."""
    username: str
    """The name of its author."""
    like_count: int
    """Likes."""
    reply_count: int
    """Replies."""


class ChainReply(TypedDict):
    code: str
    """The code of the post."""
    url: str
    """URL of the post on the network."""
    caption: str
    """The text of the post."""
    language: Literal["zh-Hant", "zh-Hans", "yue", "zh", "en", "ja", "ko", "other"]
    """The language of the text; `zh` is Chinese that could be in either script."""
    is_reply: bool
    """Whether the post is a reply."""
    post_timestamp: int
    """When it was posted, in Unix seconds."""
    username: str
    """The name of its author."""
    like_count: int
    """Likes."""
    reply_count: int
    """Replies."""
    depth: int
    """1 for a reply to the root, 2 for a reply to such a reply, and so on."""
    source: Literal["stored", "live"]
    """Where the counts come from: `live` if they were read from the network for this call."""


class FollowerHistoryDay(TypedDict):
    date: str
    """The day in UTC, `YYYY-MM-DD`."""
    follower_count: int | None
    """Followers; null before the first observation."""
    follower_change: int | None
    """Change since the previous day; null if either count is unknown."""
    following_count: int | None
    """Number of accounts the author followed; null if unknown."""
    post_count: int | None
    """Posts; null if unknown."""
    observed_at: int | None
    """When the counts were observed, in Unix seconds; earlier than this day when nothing was observed on it. Null before the first observation."""


class Interaction(TypedDict):
    username: str
    """The other author's name."""
    sent: int
    """Replies by the author in the path to the other author's posts."""
    received: int
    """Replies by the other author to posts of the author in the path."""
    total: int
    """`sent` plus `received`."""
    mutual: int
    """The smaller of `sent` and `received`."""
    last_interaction_at: int
    """When either last replied, in Unix seconds."""


class TopPost(TypedDict):
    code: str
    """The code of the post."""
    url: str
    """URL of the post on the network."""
    caption: str
    """The text of the post."""
    language: Literal["zh-Hant", "zh-Hans", "yue", "zh", "en", "ja", "ko", "other"]
    """The language of the text; `zh` is Chinese that could be in either script."""
    is_reply: bool
    """Whether the post is a reply."""
    post_timestamp: int
    """When it was posted, in Unix seconds."""
    username: str
    """The name of its author."""
    like_count: int
    """Likes."""
    reply_count: int
    """Replies."""
    impression_count: int | None
    """View count; null if unknown."""


class Author(TypedDict):
    status: Literal["ok"]
    """The author was found."""
    username: str
    """The author's name."""
    full_name: str
    """The author's display name; empty if unknown."""
    profile_picture: str
    """URL of the picture; empty if unknown."""
    biography: str
    """The author's biography; empty if unknown."""
    follower_count: int | None
    """Followers; null if unknown."""
    following_count: int | None
    """Number of accounts the author follows; null if unknown."""
    post_count: int | None
    """Posts; null if unknown."""
    language: Literal["zh-Hant", "zh-Hans", "yue", "zh", "en", "ja", "ko", "other", None]
    """The language of most of the author's posts from the last 30 days; null without posts."""
    source: Literal["stored", "live"]
    """`live` if it was read from the network for this call."""


class UnknownAuthor(TypedDict):
    status: Literal["not_found"]
    """The author is unknown."""
    username: str
    """The name given."""


class LivePost(TypedDict):
    status: Literal["ok"]
    """The post was read."""
    code: str
    """The code of the post."""
    url: str
    """URL of the post on the network."""
    caption: str
    """The text of the post."""
    language: Literal["zh-Hant", "zh-Hans", "yue", "zh", "en", "ja", "ko", "other"]
    """The language of the text; `zh` is Chinese that could be in either script."""
    is_reply: bool
    """Whether the post is a reply."""
    post_timestamp: int
    """When it was posted, in Unix seconds."""
    username: str
    """The name of its author."""
    like_count: int
    """Likes."""
    reply_count: int
    """Replies."""
    repost_count: int
    """Reposts and quotes."""
    reshare_count: int
    """Shares outside the network."""
    impression_count: int | None
    """View count; null if unknown."""
    media_url: list[str]
    """URLs of pictures and videos."""
    reply_to: str | None
    """The code of the post it replies to; null if it is not a reply, or unknown."""
    metrics_at: int
    """When the counts were observed, in Unix seconds."""
    user: PostAuthor


class FailedPost(TypedDict):
    status: Literal["failed"]
    """The live read failed."""
    reason: Literal["not_found", "timed_out", "rate_limited", "unavailable", "unsupported"]
    """`not_found`: the network does not have it. `timed_out`, `rate_limited`, `unavailable`: try again later. `unsupported`: none of this server's sources supports live reads."""
    message: str
    """The reason in words."""
    code: str
    """The code given."""


class FailedAuthor(TypedDict):
    status: Literal["failed"]
    """The live read failed."""
    reason: Literal["not_found", "timed_out", "rate_limited", "unavailable", "unsupported"]
    """`not_found`: the network does not have it. `timed_out`, `rate_limited`, `unavailable`: try again later. `unsupported`: none of this server's sources supports live reads."""
    message: str
    """The reason in words."""
    username: str
    """The name given."""


class TopReply(TypedDict):
    rank: int
    """Place on the leaderboard, from 1."""
    value: int
    """Likes of the reply."""
    code: str
    """The code of the post."""
    url: str
    """URL of the post on the network."""
    caption: str
    """The text of the post."""
    language: Literal["zh-Hant", "zh-Hans", "yue", "zh", "en", "ja", "ko", "other"]
    """The language of the text; `zh` is Chinese that could be in either script."""
    is_reply: bool
    """Whether the post is a reply."""
    post_timestamp: int
    """When it was posted, in Unix seconds."""
    username: str
    """The name of its author."""
    like_count: int
    """Likes."""
    reply_count: int
    """Replies."""


class GrowingAuthor(TypedDict):
    rank: int
    """Place on the leaderboard, from 1."""
    value: int
    """Followers gained; never 0."""
    growth_rate: float | None
    """`value` divided by the earlier number of followers (0.25 means 25% more); null if that was 0."""
    username: str
    """The author's name."""
    full_name: str
    """The author's display name; empty if unknown."""
    profile_picture: str
    """URL of the picture; empty if unknown."""
    follower_count: int
    """Followers now."""
    language: Literal["zh-Hant", "zh-Hans", "yue", "zh", "en", "ja", "ko", "other"]
    """The language of most of the author's posts from the last 30 days."""


class GrowingPost(TypedDict):
    rank: int
    """Place on the leaderboard, from 1."""
    value: int
    """Likes gained; never 0."""
    code: str
    """The code of the post."""
    url: str
    """URL of the post on the network."""
    caption: str
    """The text of the post."""
    language: Literal["zh-Hant", "zh-Hans", "yue", "zh", "en", "ja", "ko", "other"]
    """The language of the text; `zh` is Chinese that could be in either script."""
    is_reply: bool
    """Whether the post is a reply."""
    post_timestamp: int
    """When it was posted, in Unix seconds."""
    username: str
    """The name of its author."""
    like_count: int
    """Likes."""
    reply_count: int
    """Replies."""


class Ladder(TypedDict):
    language: str
    """The language of the posts or authors."""
    population: int
    """How many posts or authors were compared."""
    rungs: list[Rung]
    """One rung for each percentile, lowest first."""


class Rung(TypedDict):
    percentile: float
    """A percentage of the compared posts or authors."""
    at_least: int | None
    """The smallest number that at least this percentage of them does not exceed; null if nothing was compared."""


class PowerHours(TypedDict):
    post_count: int
    """All posts."""
    median_likes: float | None
    """Half of the posts have at most this many likes; null without posts."""
    cells: list[PowerHour]
    """All 168 hours of a week, from Monday 0:00, including hours with 0 posts."""


class PowerHour(TypedDict):
    weekday: int
    """1 is Monday, 7 is Sunday (ISO 8601), at the given offset."""
    hour: int
    """The hour of the day, at the given offset."""
    post_count: int
    """Posts written in this hour."""
    median_likes: float | None
    """Half of the posts have at most this many likes; null without posts."""
    lift: float | None
    """`median_likes` divided by the median of all posts; null without posts, or if the median of all posts is 0."""


class Endpoint(TypedDict):
    """An endpoint."""

    id: str
    """The id of the endpoint (`ep_…`)."""
    url: str
    """The URL that receives events by POST."""
    name: str | None
    """What the customer calls the endpoint; null without a name."""
    secret: str
    """The newest signing secret; the HMAC key is this whole string as UTF-8 bytes."""
    createdAt: str
    """RFC 3339."""
    standardWebhooks: bool
    """Whether requests also have Standard Webhooks headers."""
    dailyCreditCap: int | None
    """The most credits that the endpoint's events can cost in a day (UTC); null for no cap."""
    health: EndpointHealth
    queue: EndpointQueue
    rules: list[Rule]
    """The endpoint's rules."""


class EndpointHealth(TypedDict):
    """Whether attempts to the endpoint succeed."""

    state: Literal["healthy", "failing", "delayed"]
    """`healthy`: the last attempt succeeded, or there has been none. `failing`: the last attempt failed. `delayed`: after too many failures in a row, Heddle tries one event at a time, with pauses, until one succeeds."""
    failingSince: str | None
    """The first failure since the last success; null if healthy. RFC 3339."""
    lastError: str | None
    """The latest failure; null if healthy."""


class EndpointQueue(TypedDict):
    """The events waiting for the endpoint."""

    waiting: int
    """Events waiting for their first attempt or a retry. At most 10,001 are counted."""
    nextAttemptAt: str | None
    """The earliest time at which the next of these can be sent, considering the rate limit, the pauses of a delayed endpoint and those asked for with `Retry-After`. A time in the past means now; null means that none are waiting. RFC 3339."""


class Rule(TypedDict):
    id: str
    """The id of the rule (`rule_…`)."""
    type: Literal["keyword", "trending"]
    """Whether the rule has a keyword."""
    keyword: NotRequired[str]
    """Only in keyword rules."""
    likeCount: NotRequired[int]
    """The likes a post needs."""
    replyCount: NotRequired[int]
    """The replies a post needs."""
    viewCount: NotRequired[int]
    """The views a post needs."""
    lookbackHours: NotRequired[int]
    """Only in trending rules."""
    language: Literal["zh", "zh-Hant", "zh-Hans", "yue", "en", "ja", "ko"]
    """The language of the posts."""
    sendExisting: NotRequired[Literal[False]]
    """Only in rules that leave out the posts that matched when they were created."""
    contentKey: NotRequired[str]
    """What the rule asks for, in one form. Two rules of an endpoint with the same key are identical: creating the second is a 409."""
    createdAt: str
    """RFC 3339."""


class Deletion(TypedDict):
    id: str
    """The deleted id."""
    deleted: Literal[True]
    """Always true."""


class RotatedEndpoint(TypedDict):
    """The endpoint with its new secret."""

    id: str
    """The id of the endpoint (`ep_…`)."""
    url: str
    """The URL that receives events by POST."""
    name: str | None
    """What the customer calls the endpoint; null without a name."""
    secret: str
    """The newest signing secret; the HMAC key is this whole string as UTF-8 bytes."""
    createdAt: str
    """RFC 3339."""
    standardWebhooks: bool
    """Whether requests also have Standard Webhooks headers."""
    dailyCreditCap: int | None
    """The most credits that the endpoint's events can cost in a day (UTC); null for no cap."""
    health: EndpointHealth
    queue: EndpointQueue
    rules: list[Rule]
    """The endpoint's rules."""
    previousSecretExpiresAt: str
    """When the previous secret stops signing. RFC 3339."""


class TestedEndpoint(TypedDict):
    delivered: bool
    """Whether the endpoint accepted the event with a 2xx."""
    statusCode: int | None
    """The status of the response; null if there was none."""
    durationMs: int
    """How long the attempt took, in milliseconds."""
    error: str | None
    """Why there was no response; null if there was one."""
    response: str | None
    """The start of the response body, at most 1 KiB; null if there was no response."""


class BacktestDay(TypedDict):
    """A day."""

    day: str
    """A day in UTC, as `2026-11-22`."""
    matches: int
    """Posts of this day that the rule would have matched."""
    credits: int
    """What the events of these posts would cost, in credits: 20 each."""


RuleExplanationWindow = TypedDict("RuleExplanationWindow", {"from": "str | None", "until": "str | None"})
"""The time span during which this rule checks the post."""


class RuleExplanationEvent(TypedDict):
    """The event that the rule created for the post; null if there is none."""

    id: str
    """The event (`evt_…`)."""
    state: Literal["scheduled", "sending", "retrying", "delivered", "failed", "cancelled"]
    """`scheduled`: waits for its first attempt. `sending`. `retrying`: waits for another attempt. `delivered`. `failed`: no attempt is left. `cancelled`: the rule, the endpoint or the post was deleted first."""


class RuleExplanation(TypedDict):
    """Why the post did or did not match the rule."""

    verdict: Literal["fired", "unknown_post", "deleted", "existing", "no_match", "too_old", "no_plan", "waiting", "capped", "out_of_credits", "will_fire"]
    """`fired`: the rule has created an event for the post. `unknown_post`: no post with this code is stored. `deleted`: the post was deleted. `existing`: the post matched when the rule was created, with `sendExisting: false`. `no_match`: its text does not contain the keyword, or it is in another language; neither ever changes. `too_old`: the post left the window before it reached the thresholds. `no_plan`: the account has no plan with webhooks, so its rules are paused. `waiting`: the post is still below a threshold, and within the window. `capped`: all conditions of the rule hold, but the endpoint has reached its daily cap. `out_of_credits`: all conditions of the rule hold, but the credits do not cover an event. `will_fire`: all conditions hold, so the next check creates the event. If several apply, the first of these."""
    conditions: list[ExplainedCondition]
    """The conditions of an event, as they stand now. Without a stored post, only `post`."""
    window: RuleExplanationWindow
    """The time span during which this rule checks the post."""
    checkedAt: str | None
    """When this account's rules were last checked; newer rules and posts wait for the next check. Null before the first (RFC 3339)."""
    event: RuleExplanationEvent | None
    """The event that the rule created for the post; null if there is none."""
    text: str
    """The verdict in words, and what still has to happen."""


class ExplainedCondition(TypedDict):
    """A condition and its verdict."""

    name: Literal["post", "keyword", "language", "likeCount", "replyCount", "viewCount", "window", "plan", "dailyCap", "credits"]
    """`post`: whether it is stored. `keyword`, `language`, `likeCount`, `replyCount`, `viewCount`: the ones that the rule has. `window`: the age of the post in hours. `plan`, `credits`: the account's. `dailyCap`: what the endpoint's events can still cost today, if it has a cap."""
    wanted: str | float | None
    """The required value; for `window`, the maximum age."""
    actual: str | float | None
    """The actual value; null if there is none, such as an unknown view count."""
    holds: bool
    """Whether the condition holds now."""


class RulePreviewHours(TypedDict):
    hour: str
    """When the hour starts (RFC 3339)."""
    matches: int
    """Posts of this hour that match."""


class RulePreview(TypedDict):
    """What the rule would match now."""

    matches: int
    """Posts that match the rule now, within its window."""
    credits: int
    """What the events of these posts would cost, in credits: 20 each."""
    hours: list[RulePreviewHours]
    """The posts by their time of posting: one row for each hour of the window, counted back from now, oldest first, including hours with 0 matches."""
    examples: list[DetailedPost]
    """The newest of these posts, at most 5, as `/post/search` returns them with details."""
    again: NotRequired[int]
    """Only with `compareTo`: how many of `matches` that rule has already sent or started to send. A new rule has a new id, so it sends these posts again, and each costs credits again."""


class Delivery(TypedDict):
    """One attempt to deliver an event."""

    id: str
    """The id of the attempt (`dlv_…`)."""
    eventId: str | None
    """The event (`evt_…`), which is the idempotency key; null for a test event."""
    endpointId: str
    """The endpoint (`ep_…`)."""
    ruleId: str | None
    """The rule that matched; null for a test event."""
    postCode: str | None
    """The post; null for a test event."""
    test: bool
    """Whether a test event was sent."""
    attempt: int
    """The number of the attempt for this event, from 1."""
    startedAt: str
    """RFC 3339."""
    durationMs: int | None
    """How long the attempt took, in milliseconds; null while it is running or if it was lost."""
    outcome: Literal["delivered", "failed", "sending"]
    """`delivered` (any 2xx), `failed`, or `sending` while it is running."""
    statusCode: int | None
    """The status of the response; null if there was none."""
    error: str | None
    """Why there was no response; null if there was one."""
    faultOwner: Literal["customer", "network", "us", None]
    """Where a failed attempt failed: at your endpoint (`customer`), on the way to it (`network`), or in Heddle (`us`, which does not use up a retry). Null if it did not fail."""


class ResentEvent(TypedDict):
    eventId: str
    """The event, whose id is the idempotency key."""
    state: Literal["retrying"]
    """Always `retrying`."""
    dueAt: str
    """When the event is sent: now (RFC 3339)."""
    charged: int
    """Credits charged for the event: 0, or 20 if its first charge was refunded."""


class DeliveryDetailsRequest(TypedDict):
    """What Heddle sent."""

    url: str | None
    """The URL; null for attempts made by older releases."""
    headers: dict[str, str] | None
    """The headers as sent, with shortened signatures; null while the attempt is running or if they are unknown."""
    body: str | None
    """The body as sent; null for a test event, or once it is no longer kept."""


class DeliveryDetailsResponse(TypedDict):
    """The endpoint's response; null if there was none."""

    headers: dict[str, str] | None
    """The headers as received, up to 8 KiB; cookies and other secrets are `[redacted]`. Null if unknown."""
    body: str | None
    """The first 16 KiB of the body, or 1 KiB for a test event."""


class DeliveryDetails(TypedDict):
    """An attempt with its request and response."""

    id: str
    """The id of the attempt (`dlv_…`)."""
    eventId: str | None
    """The event (`evt_…`), which is the idempotency key; null for a test event."""
    endpointId: str
    """The endpoint (`ep_…`)."""
    ruleId: str | None
    """The rule that matched; null for a test event."""
    postCode: str | None
    """The post; null for a test event."""
    test: bool
    """Whether a test event was sent."""
    attempt: int
    """The number of the attempt for this event, from 1."""
    startedAt: str
    """RFC 3339."""
    durationMs: int | None
    """How long the attempt took, in milliseconds; null while it is running or if it was lost."""
    outcome: Literal["delivered", "failed", "sending"]
    """`delivered` (any 2xx), `failed`, or `sending` while it is running."""
    statusCode: int | None
    """The status of the response; null if there was none."""
    error: str | None
    """Why there was no response; null if there was one."""
    faultOwner: Literal["customer", "network", "us", None]
    """Where a failed attempt failed: at your endpoint (`customer`), on the way to it (`network`), or in Heddle (`us`, which does not use up a retry). Null if it did not fail."""
    request: DeliveryDetailsRequest
    """What Heddle sent."""
    response: DeliveryDetailsResponse | None
    """The endpoint's response; null if there was none."""


class Recovery(TypedDict):
    """A job that sends failed events again."""

    id: str
    """The id of the recovery (`rec_…`)."""
    endpointId: str
    """The endpoint (`ep_…`)."""
    since: str
    """Events that failed at or after this time are sent again (RFC 3339)."""
    state: Literal["running", "completed", "cancelled", "out_of_credits"]
    """`running`, `completed`, `cancelled` or `out_of_credits`."""
    total: int
    """Events that had failed when the recovery started."""
    resent: int
    """Events scheduled to be sent again so far."""
    createdAt: str
    """When the recovery started (RFC 3339)."""
    finishedAt: str | None
    """When it ended; null while it is running (RFC 3339)."""


class BalanceAnswer(TypedDict):
    """The balance."""

    data: Balance
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class BalanceHistoryAnswer(TypedDict):
    """One page of the usage history."""

    data: list[UsageEntry]
    """The entries, newest first."""
    page: int
    """This page, from 1."""
    anchor: str | None
    """The `anchor` for the next page; null if the history is empty."""
    page_size: int
    """Entries on a full page."""
    total: int
    """Total number of entries."""
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class EstimateAnswer(TypedDict):
    """The estimate."""

    data: Estimate
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class SearchPostsAnswer(TypedDict):
    """One page of posts."""

    data: list[FoundPost]
    """The posts, in the requested order."""
    next_cursor: str | None
    """`cursor` of the next page; null on the last."""
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class HotPostsAnswer(TypedDict):
    """The hot posts."""

    data: list[DetailedPost]
    """The posts, highest first."""
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class KeywordTrendAnswer(TypedDict):
    """The trend of each keyword."""

    data: list[KeywordTrend]
    """One row for each keyword, in the order given."""
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class InspirationAnswer(TypedDict):
    """Posts to learn from."""

    engine: Literal["embedding", "lexical"]
    """How posts were compared with the topic. `embedding`: by meaning, with the operator's embedding model. `lexical`: by shared words and characters, weighted by rarity, Chinese in either script; used if the operator has not set up a model."""
    data: list[RelevantPost]
    """At most 10 posts, closest first. Tied posts are sorted newest first."""
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class SemanticSearchAnswer(TypedDict):
    """The posts closest to the topic."""

    engine: Literal["embedding", "lexical"]
    """How posts were compared with the topic. `embedding`: by meaning, with the operator's embedding model. `lexical`: by shared words and characters, weighted by rarity, Chinese in either script; used if the operator has not set up a model."""
    data: list[RelevantPost]
    """The posts, closest first. Tied posts are sorted newest first."""
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class ForecastAnswer(TypedDict):
    """The forecasts."""

    metric: Literal["views", "likes", "replies"]
    """The count of the thresholds."""
    data: list[Forecast]
    """One row for each code, in the order given."""
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class PostChainAnswer(TypedDict):
    """The thread."""

    data: Chain
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class UserFollowerHistoryAnswer(TypedDict):
    """The history."""

    data: list[FollowerHistoryDay]
    """One row for each day, oldest first."""
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class UserInteractionsAnswer(TypedDict):
    """The authors."""

    data: list[Interaction]
    """The authors, highest first."""
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class UserTopThreadsAnswer(TypedDict):
    """The posts."""

    data: list[TopPost]
    """The posts, highest first."""
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class UsersAnswer(TypedDict):
    """The authors."""

    data: list[Author | UnknownAuthor]
    """One row for each name, in the order given."""
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class LivePostsAnswer(TypedDict):
    """What was read."""

    data: list[LivePost | FailedPost]
    """One row for each code, in the order given."""
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class LiveUsersAnswer(TypedDict):
    """What was read."""

    data: list[Author | FailedAuthor]
    """One row for each name, in the order given; `source` is always `live`."""
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class CoolRepliesAnswer(TypedDict):
    """The board."""

    data: list[TopReply]
    """The replies, best first."""
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class FollowerGrowthAnswer(TypedDict):
    """The board."""

    data: list[GrowingAuthor]
    """The authors, best first."""
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class PostLikeGrowthAnswer(TypedDict):
    """The board."""

    data: list[GrowingPost]
    """The posts, best first."""
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class FollowerLadderAnswer(TypedDict):
    """The ladder."""

    data: Ladder
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class LikeLadderAnswer(TypedDict):
    """The ladder."""

    data: Ladder
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class PowerHoursAnswer(TypedDict):
    """The hours of the week."""

    data: PowerHours
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class CreateEndpointAnswer(TypedDict):
    """The new endpoint."""

    data: Endpoint
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class ListEndpointsAnswer(TypedDict):
    """All endpoints."""

    data: list[Endpoint]
    """The endpoints, oldest first."""
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class CreateRuleAnswer(TypedDict):
    """The new rule."""

    data: Rule
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class DeleteEndpointAnswer(TypedDict):
    """The deletion."""

    data: Deletion
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class ShowEndpointAnswer(TypedDict):
    """The endpoint."""

    data: Endpoint
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class DeleteRuleAnswer(TypedDict):
    """The deletion."""

    data: Deletion
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class RotateSecretAnswer(TypedDict):
    """The endpoint with its new secret."""

    data: RotatedEndpoint
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class TestEndpointAnswer(TypedDict):
    """The endpoint's response."""

    data: TestedEndpoint
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class BacktestRuleAnswer(TypedDict):
    """The backtest."""

    data: list[BacktestDay]
    """One row for each day, oldest first; the last is today."""
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class ExplainRuleAnswer(TypedDict):
    """The explanation."""

    data: RuleExplanation
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class PreviewRuleAnswer(TypedDict):
    """The preview."""

    data: RulePreview
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class ListDeliveriesAnswer(TypedDict):
    """One page of the delivery log."""

    data: list[Delivery]
    """The attempts, newest first."""
    next_cursor: str | None
    """`cursor` of the next page; null on the last. A page with a cursor can have fewer rows than `limit`."""
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class ResendDeliveryAnswer(TypedDict):
    """The event that is sent again."""

    data: ResentEvent
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class ShowDeliveryAnswer(TypedDict):
    """The attempt."""

    data: DeliveryDetails
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class CancelRecoveryAnswer(TypedDict):
    """The job."""

    data: Recovery
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class ShowRecoveryAnswer(TypedDict):
    """The job."""

    data: Recovery
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class ListRecoveriesAnswer(TypedDict):
    """All jobs."""

    data: list[Recovery]
    """The recoveries, newest first."""
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class RecoverEndpointAnswer(TypedDict):
    """The job."""

    data: Recovery
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""


class AcknowledgeEventsAnswerData(TypedDict):
    acknowledged: int
    """How many of these events belong to the endpoint and are now acknowledged."""


class AcknowledgeEventsAnswer(TypedDict):
    """The acknowledgement."""

    data: AcknowledgeEventsAnswerData
    notices: list[str]
    """Messages about this response, for people. Usually empty."""
    credits_consumed: int
    """What this call cost, in credits."""



OPERATIONS: Mapping[str, Operation] = {
    "balance": Operation("balance", "GET", "/balance", (), (), takes_key=False, has_body=False),
    "balance_history": Operation("balanceHistory", "GET", "/balance/history", ("page", "anchor", "api_type", "source", "key_id", "from", "to", ), (), takes_key=False, has_body=False),
    "export_history": Operation("exportHistory", "GET", "/balance/history/export", ("format", "api_type", "source", "key_id", "from", "to", ), (), takes_key=False, has_body=False),
    "estimate": Operation("estimate", "POST", "/estimate", (), (), takes_key=False, has_body=True),
    "search_posts": Operation("searchPosts", "GET", "/post/search", ("keywords", "match", "exclude", "language", "include_details", "post_type", "min_age_hours", "max_age_hours", "since", "until", "username", "min_likes", "min_replies", "min_views", "sort", "limit", "cursor", ), (), takes_key=True, has_body=False),
    "hot_posts": Operation("hotPosts", "GET", "/post/hot", ("size", "sort", "language", "hours", ), (), takes_key=True, has_body=False),
    "keyword_trend": Operation("keywordTrend", "GET", "/post/keyword-trend", ("keywords", "days", "include_engagement", "language", ), (), takes_key=True, has_body=False),
    "inspiration": Operation("inspiration", "GET", "/post/inspiration", ("topic", "language", ), (), takes_key=True, has_body=False),
    "semantic_search": Operation("semanticSearch", "GET", "/post/semantic-search", ("topic", "language", "min_likes", "min_replies", "limit", ), (), takes_key=True, has_body=False),
    "forecast": Operation("forecast", "GET", "/post/forecast", ("codes", "metric", ), (), takes_key=True, has_body=False),
    "post_chain": Operation("postChain", "GET", "/post/{code}/chain", ("limit", ), (), takes_key=True, has_body=False),
    "user_follower_history": Operation("userFollowerHistory", "GET", "/user/{username}/follower-history", ("days", ), (), takes_key=True, has_body=False),
    "user_interactions": Operation("userInteractions", "GET", "/user/{username}/interactions", ("days", "sort", "limit", ), (), takes_key=True, has_body=False),
    "user_top_threads": Operation("userTopThreads", "GET", "/user/{username}/top-threads", ("days", "sort", "limit", ), (), takes_key=True, has_body=False),
    "users": Operation("users", "GET", "/user", ("usernames", ), (), takes_key=True, has_body=False),
    "live_posts": Operation("livePosts", "GET", "/live/posts", ("codes", ), (), takes_key=True, has_body=False),
    "live_users": Operation("liveUsers", "GET", "/live/users", ("usernames", ), (), takes_key=True, has_body=False),
    "cool_replies": Operation("coolReplies", "GET", "/leaderboard/cool-replies", ("language", "hours", "size", ), (), takes_key=True, has_body=False),
    "follower_growth": Operation("followerGrowth", "GET", "/leaderboard/follower-growth", ("language", "hours", "size", ), (), takes_key=True, has_body=False),
    "post_like_growth": Operation("postLikeGrowth", "GET", "/leaderboard/post-like-growth", ("language", "hours", "size", ), (), takes_key=True, has_body=False),
    "follower_ladder": Operation("followerLadder", "GET", "/stats/follower-ladder", ("language", "region", ), (), takes_key=True, has_body=False),
    "like_ladder": Operation("likeLadder", "GET", "/stats/like-ladder", ("language", "region", ), (), takes_key=True, has_body=False),
    "power_hours": Operation("powerHours", "GET", "/stats/power-hours", ("language", "days", "utc_offset", ), (), takes_key=True, has_body=False),
    "create_endpoint": Operation("createEndpoint", "POST", "/webhook/endpoints", (), (), takes_key=True, has_body=True),
    "list_endpoints": Operation("listEndpoints", "GET", "/webhook/endpoints", (), (), takes_key=False, has_body=False),
    "create_rule": Operation("createRule", "POST", "/webhook/endpoints/{endpoint_id}/rules", (), (), takes_key=True, has_body=True),
    "delete_endpoint": Operation("deleteEndpoint", "DELETE", "/webhook/endpoints/{endpoint_id}", (), (), takes_key=True, has_body=False),
    "show_endpoint": Operation("showEndpoint", "GET", "/webhook/endpoints/{endpoint_id}", (), (), takes_key=False, has_body=False),
    "delete_rule": Operation("deleteRule", "DELETE", "/webhook/rules/{rule_id}", (), (), takes_key=True, has_body=False),
    "rotate_secret": Operation("rotateSecret", "POST", "/webhook/endpoints/{endpoint_id}/rotate-secret", (), (), takes_key=True, has_body=True),
    "test_endpoint": Operation("testEndpoint", "POST", "/webhook/endpoints/{endpoint_id}/test", (), (), takes_key=True, has_body=False),
    "backtest_rule": Operation("backtestRule", "POST", "/webhook/rules/backtest", (), (), takes_key=True, has_body=True),
    "explain_rule": Operation("explainRule", "GET", "/webhook/rules/{rule_id}/explain", ("post", ), (), takes_key=False, has_body=False),
    "preview_rule": Operation("previewRule", "POST", "/webhook/rules/preview", (), (), takes_key=False, has_body=True),
    "list_deliveries": Operation("listDeliveries", "GET", "/webhook/deliveries", ("endpointId", "ruleId", "eventId", "postCode", "outcome", "statusCode", "from", "to", "limit", "cursor", ), (), takes_key=False, has_body=False),
    "resend_delivery": Operation("resendDelivery", "POST", "/webhook/deliveries/{delivery_id}/resend", (), (), takes_key=True, has_body=False),
    "show_delivery": Operation("showDelivery", "GET", "/webhook/deliveries/{delivery_id}", (), (), takes_key=False, has_body=False),
    "cancel_recovery": Operation("cancelRecovery", "DELETE", "/webhook/recoveries/{recovery_id}", (), (), takes_key=True, has_body=False),
    "show_recovery": Operation("showRecovery", "GET", "/webhook/recoveries/{recovery_id}", (), (), takes_key=False, has_body=False),
    "list_recoveries": Operation("listRecoveries", "GET", "/webhook/recoveries", (), (), takes_key=False, has_body=False),
    "recover_endpoint": Operation("recoverEndpoint", "POST", "/webhook/endpoints/{endpoint_id}/recover", (), (), takes_key=True, has_body=True),
    "acknowledge_events": Operation("acknowledgeEvents", "POST", "/webhook/endpoints/{endpoint_id}/events/acknowledge", (), (), takes_key=True, has_body=True),
    "listen_to_endpoint": Operation("listenToEndpoint", "GET", "/webhook/endpoints/{endpoint_id}/events", ("consumer", "takeOver", "since", ), ("last-event-id", ), takes_key=False, has_body=False),
}
"""Every operation that this release of the client can call."""


class GeneratedCalls:
    """One method for each operation."""

    def _call(
        self, operation: str, parameters: Mapping[str, object], idempotency_key: str | None = None
    ) -> object:
        raise NotImplementedError

    def _download(self, operation: str, parameters: Mapping[str, object]) -> HTTPResponse:
        raise NotImplementedError

    def _listen(self, operation: str, parameters: Mapping[str, object]) -> Iterator[ServerSentEvent]:
        raise NotImplementedError

    def balance(
        self,
    ) -> BalanceAnswer:
        """Credit balance. Returns the credits that the account can spend now, its held credits, when they run out at the present pace, its plan, and its grants with their expiry.

        **Price:** free."""
        return cast("BalanceAnswer", self._call("balance", {}))

    def balance_history(
        self,
        *,
        page: int | None = None,
        anchor: str | None = None,
        api_type: str | None = None,
        source: str | None = None,
        key_id: str | None = None,
        from_: int | None = None,
        to: int | None = None,
    ) -> BalanceHistoryAnswer:
        """Usage history. Lists every call that ran and every webhook event that was charged or refunded, newest first, 50 per page. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.

        **Price:** free.

        page: The page number, from 1.
        anchor: The `anchor` of the previous page, or of any earlier page, so that entries added in the meantime do not shift the pages. It is valid for 24 hours if the filters stay the same.
        api_type: Only this API type.
        source: Only this source, such as the name of a key.
        key_id: Only calls with the API key that has this id (`key_…`).
        from_: Only entries at or after this time, in Unix seconds.
        to: Only entries before this time, in Unix seconds."""
        return cast("BalanceHistoryAnswer", self._call("balance_history", {"page": page, "anchor": anchor, "api_type": api_type, "source": source, "key_id": key_id, "from": from_, "to": to}))

    def export_history(
        self,
        *,
        format: Literal["csv", "ndjson"] | None = None,
        api_type: str | None = None,
        source: str | None = None,
        key_id: str | None = None,
        from_: int | None = None,
        to: int | None = None,
    ) -> HTTPResponse:
        """Export the usage history. Streams all current entries that match the filters, newest first, as one file. If the export fails, the connection breaks before the end of the file.

        **Price:** free.

        format: `csv` (RFC 4180) or `ndjson` (one JSON object per line).
        api_type: Only this API type.
        source: Only this source, such as the name of a key.
        key_id: Only calls with the API key that has this id (`key_…`).
        from_: Only entries at or after this time, in Unix seconds.
        to: Only entries before this time, in Unix seconds."""
        return self._download("export_history", {"format": format, "api_type": api_type, "source": source, "key_id": key_id, "from": from_, "to": to})

    def search_posts(
        self,
        *,
        keywords: Sequence[str],
        match: Literal["any", "all"] | None = None,
        exclude: Sequence[str] | None = None,
        language: Literal["zh", "zh-Hant", "zh-Hans", "yue", "en", "ja", "ko"] | None = None,
        include_details: bool | None = None,
        post_type: Literal["thread", "reply", "all"] | None = None,
        min_age_hours: int | None = None,
        max_age_hours: int | None = None,
        since: int | None = None,
        until: int | None = None,
        username: str | None = None,
        min_likes: int | None = None,
        min_replies: int | None = None,
        min_views: int | None = None,
        sort: Literal["recent", "likes", "replies", "views"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        idempotency_key: str | None = None,
    ) -> SearchPostsAnswer:
        """Search posts. Finds posts that contain the keywords. Chinese, Japanese and Korean match character by character; English matches by word, including inflected forms. Links and handles are not searched. `notices` says if a keyword is not read as typed. Without a time filter, the search covers the last 7 days; with one, at most the last 90. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.

        **Price:** 1 credit per post returned, 2 with `include_details=true`.

        keywords: 1 to 10 keywords of at most 100 characters. Repeat the parameter, or separate the items with commas.
        match: Whether one keyword is enough (`any`) or all must match (`all`).
        exclude: Keywords that a post must not contain. Repeat the parameter, or separate the items with commas.
        language: The posts' language. `zh` covers all Chinese.
        include_details: Adds counts, media and the author to each post.
        post_type: `thread` (root posts), `reply` (needs `include_details=true`) or `all`.
        min_age_hours: Posted at least this long ago.
        max_age_hours: Posted at most this long ago.
        since: Posted at or after this time, in Unix seconds; at most 90 days ago.
        until: Posted before this time, in Unix seconds.
        username: Only posts by this author.
        min_likes: Only posts with at least this many likes.
        min_replies: Only posts with at least this many replies.
        min_views: Only posts with at least this many views. Posts with an unknown view count are omitted.
        sort: Newest first, or highest first by this count.
        limit: Posts per page.
        cursor: The `next_cursor` of the previous page. It is valid for 24 hours if all other parameters stay the same.
        idempotency_key: Instead of a key that the client makes."""
        return cast("SearchPostsAnswer", self._call("search_posts", {"keywords": keywords, "match": match, "exclude": exclude, "language": language, "include_details": include_details, "post_type": post_type, "min_age_hours": min_age_hours, "max_age_hours": max_age_hours, "since": since, "until": until, "username": username, "min_likes": min_likes, "min_replies": min_replies, "min_views": min_views, "sort": sort, "limit": limit, "cursor": cursor}, idempotency_key))

    def hot_posts(
        self,
        *,
        size: int | None = None,
        sort: Literal["engagement:desc", "like:desc", "reply:desc", "impression:desc"] | None = None,
        language: Literal["zh", "zh-Hant", "zh-Hans", "yue", "en", "ja", "ko"] | None = None,
        hours: int | None = None,
        idempotency_key: str | None = None,
    ) -> HotPostsAnswer:
        """Hot posts. Returns the posts from the last hours, including replies, with the highest counts, as detailed records. Tied posts are sorted newest first. The answer is at most a minute old: callers who ask the same share one. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.

        **Price:** 70 credits for up to 30 posts, 100 with `sort=impression:desc`, plus 2 per extra post, by the number asked for.

        size: Number of posts.
        sort: `engagement:desc` adds up likes, replies, reposts and reshares; `impression:desc` omits posts with an unknown view count.
        language: The posts' language. `zh` covers all Chinese.
        hours: How many hours back to include posts.
        idempotency_key: Instead of a key that the client makes."""
        return cast("HotPostsAnswer", self._call("hot_posts", {"size": size, "sort": sort, "language": language, "hours": hours}, idempotency_key))

    def keyword_trend(
        self,
        *,
        keywords: Sequence[str],
        days: int | None = None,
        include_engagement: bool | None = None,
        language: Literal["zh", "zh-Hant", "zh-Hans", "yue", "en", "ja", "ko"] | None = None,
        idempotency_key: str | None = None,
    ) -> KeywordTrendAnswer:
        """Keyword trend. Counts the posts per day that contain each keyword, matched as in search. A keyword listed twice is returned and charged twice. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.

        **Price:** 3 credits per keyword and day, 4 with `include_engagement=true`.

        keywords: 1 to 10 keywords of at most 100 characters. Repeat the parameter, or separate the items with commas.
        days: How many days, in UTC; the last one is today.
        include_engagement: Adds each day's total likes, replies, reposts and shares.
        language: The posts' language. `zh` covers all Chinese.
        idempotency_key: Instead of a key that the client makes."""
        return cast("KeywordTrendAnswer", self._call("keyword_trend", {"keywords": keywords, "days": days, "include_engagement": include_engagement, "language": language}, idempotency_key))

    def inspiration(
        self,
        *,
        topic: str,
        language: Literal["zh", "zh-Hant", "zh-Hans", "yue", "en", "ja", "ko"] | None = None,
        idempotency_key: str | None = None,
    ) -> InspirationAnswer:
        """Inspiration. Finds up to 10 posts close to a topic in a library of long, successful posts, which is refreshed daily. The library contains root posts with 1,000 or more likes and more than 200 Chinese, Japanese or Korean characters or, in English, at least 300 characters. Posts stay in the library regardless of their age. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.

        **Price:** 30 credits per call.

        topic: What the posts are about, in 1 to 500 characters.
        language: The language of the posts. Without it: `zh`, `ja` and `ko` together, not `en`.
        idempotency_key: Instead of a key that the client makes."""
        return cast("InspirationAnswer", self._call("inspiration", {"topic": topic, "language": language}, idempotency_key))

    def semantic_search(
        self,
        *,
        topic: str,
        language: Literal["zh", "zh-Hant", "zh-Hans", "yue", "en", "ja", "ko"] | None = None,
        min_likes: int | None = None,
        min_replies: int | None = None,
        limit: int | None = None,
        idempotency_key: str | None = None,
    ) -> SemanticSearchAnswer:
        """Semantic search. Finds the posts and replies from the last 30 days that are closest to a topic. Thresholds apply to the 3,000 closest posts. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.

        **Price:** 30 credits for up to 10 posts, plus 2 per extra post, by the number returned; at least 30.

        topic: What the posts are about, in 1 to 500 characters.
        language: The posts' language. `zh` covers all Chinese.
        min_likes: Only posts with at least this many likes.
        min_replies: Only posts with at least this many replies.
        limit: The most posts to return.
        idempotency_key: Instead of a key that the client makes."""
        return cast("SemanticSearchAnswer", self._call("semantic_search", {"topic": topic, "language": language, "min_likes": min_likes, "min_replies": min_replies, "limit": limit}, idempotency_key))

    def forecast(
        self,
        *,
        codes: Sequence[str],
        metric: Literal["views", "likes", "replies"] | None = None,
        idempotency_key: str | None = None,
    ) -> ForecastAnswer:
        """Forecast. Estimates how likely posts are to reach the next thresholds within 7 days of posting, and when. Forecasts are possible from 1 hour to 7 days after posting. A row without a forecast gives the reason and is free. A code listed twice is returned and charged twice. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.

        **Price:** 10 credits per post; free without a forecast.

        codes: 1 to 20 post codes. Repeat the parameter, or separate the items with commas.
        metric: The count to forecast. Most networks hide the views of other people's posts.
        idempotency_key: Instead of a key that the client makes."""
        return cast("ForecastAnswer", self._call("forecast", {"codes": codes, "metric": metric}, idempotency_key))

    def post_chain(
        self,
        *,
        code: str,
        limit: int | None = None,
        idempotency_key: str | None = None,
    ) -> PostChainAnswer:
        """Reply chain of a post. Returns the whole thread of a post: the root, even if the post is a reply, and the replies in thread order. Stored posts and posts read live are merged, so the post does not have to be stored. The root is the topmost post known from either source; for a post more than 500 replies deep, it is the ancestor 500 above it. If live reading fails, you get the stored part.

        **Price:** 1 credit per post returned, including the root.

        code: The code of a post, as in `data[].code` of a search.
        limit: The most posts to return, including the root.
        idempotency_key: Instead of a key that the client makes."""
        return cast("PostChainAnswer", self._call("post_chain", {"code": code, "limit": limit}, idempotency_key))

    def user_follower_history(
        self,
        *,
        username: str,
        days: int | None = None,
        idempotency_key: str | None = None,
    ) -> UserFollowerHistoryAnswer:
        """Follower history of an author. Returns an author's counts day by day, as last observed by the end of each day. A day without an observation repeats the previous day. An unknown author returns 404 and is free. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.

        **Price:** 10 credits per call.

        username: The author's name on the network, without `@`.
        days: How many days, in UTC; the last one is today.
        idempotency_key: Instead of a key that the client makes."""
        return cast("UserFollowerHistoryAnswer", self._call("user_follower_history", {"username": username, "days": days}, idempotency_key))

    def user_interactions(
        self,
        *,
        username: str,
        days: int | None = None,
        sort: Literal["mutual", "total", "sent", "received"] | None = None,
        limit: int | None = None,
        idempotency_key: str | None = None,
    ) -> UserInteractionsAnswer:
        """Interactions of an author. Returns the authors with whom an author exchanged the most replies, how often each side replied to the other, and when they last did. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.

        **Price:** 30 credits for up to 10 authors, plus 2 per extra author, by the number returned; free when there are none.

        username: The author's name on the network, without `@`.
        days: How many days back to count replies.
        sort: Highest first by two-way (`mutual`), total, sent or received replies.
        limit: The most authors to return.
        idempotency_key: Instead of a key that the client makes."""
        return cast("UserInteractionsAnswer", self._call("user_interactions", {"username": username, "days": days, "sort": sort, "limit": limit}, idempotency_key))

    def user_top_threads(
        self,
        *,
        username: str,
        days: int | None = None,
        sort: Literal["like", "reply", "view"] | None = None,
        limit: int | None = None,
        idempotency_key: str | None = None,
    ) -> UserTopThreadsAnswer:
        """Top posts of an author. Returns an author's root posts with the most likes, replies or views. Replies are not included. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.

        **Price:** 1 credit per post returned.

        username: The author's name on the network, without `@`.
        days: Posted at most this many days ago.
        sort: Highest first by this count. With `view`, posts with an unknown view count come last.
        limit: The most posts to return.
        idempotency_key: Instead of a key that the client makes."""
        return cast("UserTopThreadsAnswer", self._call("user_top_threads", {"username": username, "days": days, "sort": sort, "limit": limit}, idempotency_key))

    def users(
        self,
        *,
        usernames: Sequence[str],
        idempotency_key: str | None = None,
    ) -> UsersAnswer:
        """Look up authors. Returns the profile, counts and language of authors. Authors that are not stored, or whose stored profile lacks a name or a count, are read live. An unknown name returns a row with `status: not_found`. A name listed twice is returned and charged twice. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.

        **Price:** 3 credits per author; free when it is not found.

        usernames: 1 to 50 author names. Repeat the parameter, or separate the items with commas.
        idempotency_key: Instead of a key that the client makes."""
        return cast("UsersAnswer", self._call("users", {"usernames": usernames}, idempotency_key))

    def live_posts(
        self,
        *,
        codes: Sequence[str],
        idempotency_key: str | None = None,
    ) -> LivePostsAnswer:
        """Read posts live. Reads the current counts of posts of any age from the network. A post that cannot be read returns a row with `status: failed` and a reason. A code listed twice is returned and charged twice. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.

        **Price:** 3 credits per post, 1 when its view count is hidden; free when the read fails.

        codes: 1 to 50 post codes. The posts can be of any age and do not have to be stored. Repeat the parameter, or separate the items with commas.
        idempotency_key: Instead of a key that the client makes."""
        return cast("LivePostsAnswer", self._call("live_posts", {"codes": codes}, idempotency_key))

    def live_users(
        self,
        *,
        usernames: Sequence[str],
        idempotency_key: str | None = None,
    ) -> LiveUsersAnswer:
        """Read authors live. Reads the current profiles and counts of authors from the network. An author that cannot be read returns a row with `status: failed` and a reason. A name listed twice is returned and charged twice. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.

        **Price:** 3 credits per author; free when the read fails.

        usernames: 1 to 50 author names. Repeat the parameter, or separate the items with commas.
        idempotency_key: Instead of a key that the client makes."""
        return cast("LiveUsersAnswer", self._call("live_users", {"usernames": usernames}, idempotency_key))

    def cool_replies(
        self,
        *,
        language: Literal["zh", "zh-Hant", "zh-Hans", "yue", "en", "ja", "ko"] | None = None,
        hours: int | None = None,
        size: int | None = None,
        idempotency_key: str | None = None,
    ) -> CoolRepliesAnswer:
        """Top replies. Returns the replies from the last hours with the most likes, in one language. Tied replies are sorted newest first. The answer is at most a minute old: callers who ask the same share one. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.

        **Price:** 30 credits for up to 30 rows, plus 1 per extra row, by the number returned; at least 30.

        language: The leaderboard's language. `zh` covers all Chinese.
        hours: Hours the leaderboard looks back.
        size: The most rows to return.
        idempotency_key: Instead of a key that the client makes."""
        return cast("CoolRepliesAnswer", self._call("cool_replies", {"language": language, "hours": hours, "size": size}, idempotency_key))

    def follower_growth(
        self,
        *,
        language: Literal["zh", "zh-Hant", "zh-Hans", "yue", "en", "ja", "ko"] | None = None,
        hours: int | None = None,
        size: int | None = None,
        idempotency_key: str | None = None,
    ) -> FollowerGrowthAnswer:
        """Follower growth. Returns the authors who gained the most followers in the last hours, in one language. Tied authors are sorted by latest observation. An author gained the difference between their followers now and at their last observation before these hours; if their followers were first known later, the difference to that time. Authors with no growth, or without a post in the last 30 days, are omitted. The answer is at most a minute old: callers who ask the same share one. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.

        **Price:** 30 credits for up to 30 rows, plus 1 per extra row, by the number returned; at least 30.

        language: The leaderboard's language. `zh` covers all Chinese.
        hours: Hours the leaderboard looks back.
        size: The most rows to return.
        idempotency_key: Instead of a key that the client makes."""
        return cast("FollowerGrowthAnswer", self._call("follower_growth", {"language": language, "hours": hours, "size": size}, idempotency_key))

    def post_like_growth(
        self,
        *,
        language: Literal["zh", "zh-Hant", "zh-Hans", "yue", "en", "ja", "ko"] | None = None,
        hours: int | None = None,
        size: int | None = None,
        idempotency_key: str | None = None,
    ) -> PostLikeGrowthAnswer:
        """Viral posts. Returns the posts, including replies, that gained the most likes in the last hours, in one language. Tied posts are sorted newest first. A post written in these hours gained all its likes. An older post gained the difference between its likes now and at its last observation before these hours, which is earlier by at most a quarter of the post's age plus a day; if it was first observed later, the difference to that observation. Posts with no growth are omitted. The answer is at most a minute old: callers who ask the same share one. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.

        **Price:** 30 credits for up to 30 rows, plus 1 per extra row, by the number returned; at least 30.

        language: The leaderboard's language. `zh` covers all Chinese.
        hours: Hours the leaderboard looks back.
        size: The most rows to return.
        idempotency_key: Instead of a key that the client makes."""
        return cast("PostLikeGrowthAnswer", self._call("post_like_growth", {"language": language, "hours": hours, "size": size}, idempotency_key))

    def follower_ladder(
        self,
        *,
        language: Literal["zh", "zh-Hant", "zh-Hans", "yue", "en", "ja", "ko"] | None = None,
        region: Literal["TW", "CN", "HK", "JP", "KR", "US"] | None = None,
        idempotency_key: str | None = None,
    ) -> FollowerLadderAnswer:
        """Follower ladder. Shows how many followers an author needs to be among the largest. An author counts if their followers are known and they posted in the last 30 days; their language is that of most of these posts. The answer is at most a minute old: callers who ask the same share one.

        **Price:** 10 credits per call.

        language: The language of the posts or authors. `zh` covers all Chinese.
        region: Instead of `language`: `TW` (zh-Hant), `CN` (zh-Hans), `HK` (yue), `JP` (ja), `KR` (ko), `US` (en).
        idempotency_key: Instead of a key that the client makes."""
        return cast("FollowerLadderAnswer", self._call("follower_ladder", {"language": language, "region": region}, idempotency_key))

    def like_ladder(
        self,
        *,
        language: Literal["zh", "zh-Hant", "zh-Hans", "yue", "en", "ja", "ko"] | None = None,
        region: Literal["TW", "CN", "HK", "JP", "KR", "US"] | None = None,
        idempotency_key: str | None = None,
    ) -> LikeLadderAnswer:
        """Like ladder. Shows how many likes a post needs to be among the best of the last 30 days. Replies count as posts. The answer is at most a minute old: callers who ask the same share one.

        **Price:** 10 credits per call.

        language: The language of the posts or authors. `zh` covers all Chinese.
        region: Instead of `language`: `TW` (zh-Hant), `CN` (zh-Hans), `HK` (yue), `JP` (ja), `KR` (ko), `US` (en).
        idempotency_key: Instead of a key that the client makes."""
        return cast("LikeLadderAnswer", self._call("like_ladder", {"language": language, "region": region}, idempotency_key))

    def power_hours(
        self,
        *,
        language: Literal["zh", "zh-Hant", "zh-Hans", "yue", "en", "ja", "ko"] | None = None,
        days: int | None = None,
        utc_offset: int | None = None,
        idempotency_key: str | None = None,
    ) -> PowerHoursAnswer:
        """Power hours. Shows how many posts, including replies, are written in each hour of the week, and their median likes. The answer is at most a minute old: callers who ask the same share one.

        **Price:** 10 credits per call.

        language: The posts' language. `zh` covers all Chinese.
        days: How many days, in UTC; the last one is today.
        utc_offset: Offset from UTC in minutes for the hours in the response, such as 480 for Taipei.
        idempotency_key: Instead of a key that the client makes."""
        return cast("PowerHoursAnswer", self._call("power_hours", {"language": language, "days": days, "utc_offset": utc_offset}, idempotency_key))

    def create_endpoint(
        self,
        *,
        url: str,
        name: str | None | None = None,
        standard_webhooks: bool | None = None,
        daily_credit_cap: int | None | None = None,
        idempotency_key: str | None = None,
    ) -> CreateEndpointAnswer:
        """Create an endpoint. Adds a URL that receives events by POST. The response contains its signing secret. Field names can be in camelCase or snake_case.

        **Price:** free.

        url: Public HTTPS URL that receives events by POST.
        name: What to call the endpoint in the portal. Null or absent: no name.
        standard_webhooks: Whether requests also have the headers of the Standard Webhooks specification. Default: `false`.
        daily_credit_cap: The most credits that the endpoint's events can cost in a day (UTC), at least 20. Matching posts beyond the cap are sent after midnight if they are still within the window of their rule. Null or absent: no cap.
        idempotency_key: Instead of a key that the client makes."""
        return cast("CreateEndpointAnswer", self._call("create_endpoint", {"url": url, "name": name, "standard_webhooks": standard_webhooks, "daily_credit_cap": daily_credit_cap}, idempotency_key))

    def list_endpoints(
        self,
    ) -> ListEndpointsAnswer:
        """List endpoints. Lists all endpoints with their secrets, rules, options, health and queues. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.

        **Price:** free."""
        return cast("ListEndpointsAnswer", self._call("list_endpoints", {}))

    def create_rule(
        self,
        *,
        endpoint_id: str,
        keyword: str | None | None = None,
        language: str | None = None,
        like_count: int | None = None,
        reply_count: int | None = None,
        view_count: int | None = None,
        lookback_hours: int | None = None,
        send_existing: bool | None = None,
        idempotency_key: str | None = None,
    ) -> CreateRuleAnswer:
        """Create a rule. Creates a rule. It takes effect at the next check, which covers its whole window. `notices` says how many posts match already and what sending them costs, and if the keyword is not read as typed. Field names can be in camelCase or snake_case.

        **Price:** free.

        endpoint_id: The id of an endpoint (`ep_…`).
        keyword: The keyword. If it is missing, null or empty, this is a trending rule.
        language: The language of the posts: `zh`, `zh-Hant`, `zh-Hans`, `yue`, `ja`, `ko`, and `en` where the operator allows it. `zh` covers `zh-Hant`, `zh-Hans` and `yue`. Case-insensitive. Default: `zh`.
        like_count: How many likes a post needs. The value must be at least 10 in a keyword rule and 500 in a trending rule.
        reply_count: How many replies a post needs. The value must be at least 5 in a keyword rule and 100 in a trending rule.
        view_count: How many views a post needs. The value must be at least 20000 in a keyword rule and 20000 in a trending rule.
        lookback_hours: How many hours a trending rule looks back; required for trending rules. A keyword rule always checks the last 24 hours and rejects this field.
        send_existing: Whether the posts that match the rule when it is created are sent. With `false`, only posts that begin to match later are. Default: `true`.
        idempotency_key: Instead of a key that the client makes."""
        return cast("CreateRuleAnswer", self._call("create_rule", {"endpoint_id": endpoint_id, "keyword": keyword, "language": language, "like_count": like_count, "reply_count": reply_count, "view_count": view_count, "lookback_hours": lookback_hours, "send_existing": send_existing}, idempotency_key))

    def delete_endpoint(
        self,
        *,
        endpoint_id: str,
        idempotency_key: str | None = None,
    ) -> DeleteEndpointAnswer:
        """Delete an endpoint. Deletes the endpoint and all its rules. Events that have not been sent yet are cancelled, and their credits are returned.

        **Price:** free.

        endpoint_id: The id of an endpoint (`ep_…`).
        idempotency_key: Instead of a key that the client makes."""
        return cast("DeleteEndpointAnswer", self._call("delete_endpoint", {"endpoint_id": endpoint_id}, idempotency_key))

    def show_endpoint(
        self,
        *,
        endpoint_id: str,
    ) -> ShowEndpointAnswer:
        """Show an endpoint. One endpoint with its secret, rules, options, health and queue, as in the list of endpoints.

        **Price:** free.

        endpoint_id: The id of an endpoint (`ep_…`)."""
        return cast("ShowEndpointAnswer", self._call("show_endpoint", {"endpoint_id": endpoint_id}))

    def delete_rule(
        self,
        *,
        rule_id: str,
        idempotency_key: str | None = None,
    ) -> DeleteRuleAnswer:
        """Delete a rule. Deletes the rule. Events that have not been sent yet are cancelled, and their credits are returned.

        **Price:** free.

        rule_id: The id of a rule (`rule_…`).
        idempotency_key: Instead of a key that the client makes."""
        return cast("DeleteRuleAnswer", self._call("delete_rule", {"rule_id": rule_id}, idempotency_key))

    def rotate_secret(
        self,
        *,
        endpoint_id: str,
        overlap_hours: int | None = None,
        idempotency_key: str | None = None,
    ) -> RotateSecretAnswer:
        """Rotate the signing secret. Creates a new secret for the endpoint. Until the overlap ends, each request is also signed with the old secret: one `v1` for each valid secret, newest first. An endpoint can have at most 10 valid secrets. The body is optional.

        **Price:** free.

        endpoint_id: The id of an endpoint (`ep_…`).
        overlap_hours: How many hours the old secret also signs requests. With 0, it stops immediately. Default: `24`.
        idempotency_key: Instead of a key that the client makes."""
        return cast("RotateSecretAnswer", self._call("rotate_secret", {"endpoint_id": endpoint_id, "overlap_hours": overlap_hours}, idempotency_key))

    def test_endpoint(
        self,
        *,
        endpoint_id: str,
        idempotency_key: str | None = None,
    ) -> TestEndpointAnswer:
        """Send a test event. Sends one signed test event immediately and returns the endpoint's response. No rule is needed.

        **Price:** free.

        endpoint_id: The id of an endpoint (`ep_…`).
        idempotency_key: Instead of a key that the client makes."""
        return cast("TestEndpointAnswer", self._call("test_endpoint", {"endpoint_id": endpoint_id}, idempotency_key))

    def backtest_rule(
        self,
        *,
        keyword: str | None | None = None,
        language: str | None = None,
        like_count: int | None = None,
        reply_count: int | None = None,
        view_count: int | None = None,
        lookback_hours: int | None = None,
        days: int | None = None,
        idempotency_key: str | None = None,
    ) -> BacktestRuleAnswer:
        """Backtest a rule. Shows how many posts a rule would have matched on each of the past days, at most 30, and what their events would have cost, at 20 credits each. A post counts on the day it was posted if it reached the thresholds within the rule's window. Heddle uses the newest counts observed within the window. For older posts, it keeps one observation each time the post's age grows by a quarter, so a count can be up to a fifth of the window old. Deleted posts do not count. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.

        **Price:** 10 credits per call.

        keyword: The keyword. If it is missing, null or empty, this is a trending rule.
        language: The language of the posts: `zh`, `zh-Hant`, `zh-Hans`, `yue`, `ja`, `ko`, and `en` where the operator allows it. `zh` covers `zh-Hant`, `zh-Hans` and `yue`. Case-insensitive. Default: `zh`.
        like_count: How many likes a post needs. The value must be at least 10 in a keyword rule and 500 in a trending rule.
        reply_count: How many replies a post needs. The value must be at least 5 in a keyword rule and 100 in a trending rule.
        view_count: How many views a post needs. The value must be at least 20000 in a keyword rule and 20000 in a trending rule.
        lookback_hours: How many hours a trending rule looks back; required for trending rules. A keyword rule always checks the last 24 hours and rejects this field.
        days: How many days (UTC) to include; the last one is today. Default: `7`.
        idempotency_key: Instead of a key that the client makes."""
        return cast("BacktestRuleAnswer", self._call("backtest_rule", {"keyword": keyword, "language": language, "like_count": like_count, "reply_count": reply_count, "view_count": view_count, "lookback_hours": lookback_hours, "days": days}, idempotency_key))

    def explain_rule(
        self,
        *,
        rule_id: str,
        post: str,
    ) -> ExplainRuleAnswer:
        """Explain a rule. Explains why a post did or did not match a rule: each condition with the post's actual value, the window, the event if there is one, and what still has to happen. The result describes the moment of the call. It also works if the account has no plan with webhooks.

        **Price:** free.

        rule_id: The id of a rule (`rule_…`).
        post: The code of a post, as in `data[].code` of a search."""
        return cast("ExplainRuleAnswer", self._call("explain_rule", {"rule_id": rule_id, "post": post}))

    def preview_rule(
        self,
        *,
        keyword: str | None | None = None,
        language: str | None = None,
        like_count: int | None = None,
        reply_count: int | None = None,
        view_count: int | None = None,
        lookback_hours: int | None = None,
        compare_to: str | None = None,
    ) -> PreviewRuleAnswer:
        """Preview a rule. Shows how many posts within its window a rule would match now, by hour, with the newest examples and the credits that their events would cost. It creates no rule or event and costs nothing. The body is the same as for a new rule, with the same checks. With `compareTo`, the id of a rule that this one would replace, `again` counts the posts that would be sent and charged a second time. Previews have their own rate limit.

        **Price:** free.

        keyword: The keyword. If it is missing, null or empty, this is a trending rule.
        language: The language of the posts: `zh`, `zh-Hant`, `zh-Hans`, `yue`, `ja`, `ko`, and `en` where the operator allows it. `zh` covers `zh-Hant`, `zh-Hans` and `yue`. Case-insensitive. Default: `zh`.
        like_count: How many likes a post needs. The value must be at least 10 in a keyword rule and 500 in a trending rule.
        reply_count: How many replies a post needs. The value must be at least 5 in a keyword rule and 100 in a trending rule.
        view_count: How many views a post needs. The value must be at least 20000 in a keyword rule and 20000 in a trending rule.
        lookback_hours: How many hours a trending rule looks back; required for trending rules. A keyword rule always checks the last 24 hours and rejects this field.
        compare_to: A rule that this one would replace: `again` then counts the posts that would be sent again."""
        return cast("PreviewRuleAnswer", self._call("preview_rule", {"keyword": keyword, "language": language, "like_count": like_count, "reply_count": reply_count, "view_count": view_count, "lookback_hours": lookback_hours, "compare_to": compare_to}))

    def list_deliveries(
        self,
        *,
        endpoint_id: str | None = None,
        rule_id: str | None = None,
        event_id: str | None = None,
        post_code: str | None = None,
        outcome: Literal["delivered", "failed", "sending"] | None = None,
        status_code: int | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> ListDeliveriesAnswer:
        """List deliveries. Lists every attempt to deliver an event, newest first, including retries and test events. Filters are combined with AND. Test events have no rule, event or post. The log is kept for 30 days, unless the operator changes this. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.

        **Price:** free.

        endpoint_id: Only attempts to this endpoint, even if it has been deleted.
        rule_id: Only events of this rule, even if it has been deleted.
        event_id: Only attempts of this event.
        post_code: Only events of this post.
        outcome: Only `delivered` or `failed` attempts, or running attempts (`sending`).
        status_code: Only attempts whose response had this status.
        from_: Only attempts that started at or after this time (RFC 3339).
        to: Only attempts that started before this time (RFC 3339).
        limit: Attempts per page.
        cursor: The `next_cursor` of the previous page. It is valid for 24 hours if all other parameters stay the same."""
        return cast("ListDeliveriesAnswer", self._call("list_deliveries", {"endpointId": endpoint_id, "ruleId": rule_id, "eventId": event_id, "postCode": post_code, "outcome": outcome, "statusCode": status_code, "from": from_, "to": to, "limit": limit, "cursor": cursor}))

    def resend_delivery(
        self,
        *,
        delivery_id: str,
        idempotency_key: str | None = None,
    ) -> ResendDeliveryAnswer:
        """Send an event again. Sends the event of this delivery again, with the same body and idempotency key, and with all retries available again. You can do this as often as you like within 30 days. If the event was refunded because no attempt could open a connection, it is charged again, as an event and not as this call.

        **Price:** free.

        delivery_id: The id of a delivery (`dlv_…`).
        idempotency_key: Instead of a key that the client makes."""
        return cast("ResendDeliveryAnswer", self._call("resend_delivery", {"delivery_id": delivery_id}, idempotency_key))

    def show_delivery(
        self,
        *,
        delivery_id: str,
    ) -> ShowDeliveryAnswer:
        """Show a delivery. One attempt with the request as sent and the response as received.

        **Price:** free.

        delivery_id: The id of a delivery (`dlv_…`)."""
        return cast("ShowDeliveryAnswer", self._call("show_delivery", {"delivery_id": delivery_id}))

    def cancel_recovery(
        self,
        *,
        recovery_id: str,
        idempotency_key: str | None = None,
    ) -> CancelRecoveryAnswer:
        """Cancel a recovery. Cancels a running recovery. Events that it has already scheduled are still sent. A recovery that has ended does not change.

        **Price:** free.

        recovery_id: The id of a recovery (`rec_…`).
        idempotency_key: Instead of a key that the client makes."""
        return cast("CancelRecoveryAnswer", self._call("cancel_recovery", {"recovery_id": recovery_id}, idempotency_key))

    def show_recovery(
        self,
        *,
        recovery_id: str,
    ) -> ShowRecoveryAnswer:
        """Show a recovery. Returns the progress of a recovery.

        **Price:** free.

        recovery_id: The id of a recovery (`rec_…`)."""
        return cast("ShowRecoveryAnswer", self._call("show_recovery", {"recovery_id": recovery_id}))

    def list_recoveries(
        self,
    ) -> ListRecoveriesAnswer:
        """List recoveries. Lists the running recoveries and the newest 100 others. With `Accept: text/csv` or `Accept: application/x-ndjson`, the same rows come as a table.

        **Price:** free."""
        return cast("ListRecoveriesAnswer", self._call("list_recoveries", {}))

    def recover_endpoint(
        self,
        *,
        endpoint_id: str,
        since: str,
        idempotency_key: str | None = None,
    ) -> RecoverEndpointAnswer:
        """Recover an endpoint. Starts a recovery: a job that sends all events again that failed since a given time, at most 30 days ago, oldest first. An endpoint has one running recovery at a time. It hardly delays new events, because it schedules at most half a minute's requests ahead. Refunded events are charged again; if the credits run out, the recovery ends as `out_of_credits`.

        **Price:** free.

        endpoint_id: The id of an endpoint (`ep_…`).
        idempotency_key: Instead of a key that the client makes."""
        return cast("RecoverEndpointAnswer", self._call("recover_endpoint", {"endpoint_id": endpoint_id, "since": since}, idempotency_key))

    def acknowledge_events(
        self,
        *,
        endpoint_id: str,
        event_ids: Sequence[str] | None = None,
        idempotency_key: str | None = None,
    ) -> AcknowledgeEventsAnswer:
        """Acknowledge streamed events. Later streams of the endpoint do not send these events again. Acknowledging has no effect on deliveries to the endpoint's URL.

        **Price:** free.

        endpoint_id: The id of an endpoint (`ep_…`).
        event_ids: The ids of up to 100 events (`evt_…`).
        idempotency_key: Instead of a key that the client makes."""
        return cast("AcknowledgeEventsAnswer", self._call("acknowledge_events", {"endpoint_id": endpoint_id, "event_ids": event_ids}, idempotency_key))

    def listen_to_endpoint(
        self,
        *,
        endpoint_id: str,
        last_event_id: str | None = None,
        consumer: str | None = None,
        take_over: bool | None = None,
        since: str | None = None,
    ) -> Iterator[ServerSentEvent]:
        """Stream an endpoint's events. Server-sent events: a copy of each event of the endpoint, in order of creation, as soon as its first delivery starts. Deliveries to the endpoint's URL continue as before. A message `delivery` has the event's id and, as JSON, `headers` and `body` of a delivery. The next stream without `Last-Event-ID` sends unacknowledged events again; the stream pauses at 1000 of them. An endpoint's first stream starts with the events not sent yet, or at `since`. An endpoint has one stream at a time; a second one gets a 409. The server sends a comment every 10 seconds. Before the server ends a stream, it sends `end` with one of the reasons `stopping`, `replaced`, `key_revoked`, `plan_ended`, `endpoint_deleted`.

        **Price:** free.

        endpoint_id: The id of an endpoint (`ep_…`).
        last_event_id: The last event that you received (`evt_…`): the stream continues after it.
        consumer: A name for this consumer, of your choice. A new stream replaces an earlier one with the same name, whose connection may already be lost.
        take_over: `true` ends the stream of another consumer instead of failing with a 409.
        since: Starts with the events created at this time (RFC 3339), at most 30 days ago, whether or not they were acknowledged."""
        return self._listen("listen_to_endpoint", {"endpoint_id": endpoint_id, "last-event-id": last_event_id, "consumer": consumer, "takeOver": take_over, "since": since})
