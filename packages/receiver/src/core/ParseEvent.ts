import {
  boolean,
  type Fields,
  findProblem,
  identifier,
  integer,
  integerOrNull,
  isRecord,
  literal,
  string,
  strings
} from "./Fields.ts"
import { maxIdentifierCharacters } from "./Limits.ts"
import { failure } from "./Failure.ts"
import type { KeywordRule, Post, TestRule, TrendingRule, User, WebhookEvent } from "./WebhookEvent.ts"

const id = identifier(maxIdentifierCharacters)

const post: Fields<Post> = {
  url: string,
  code: id,
  caption: string,
  is_reply: boolean,
  like_count: integer,
  reply_count: integer,
  repost_count: integer,
  reshare_count: integer,
  impression_count: integerOrNull,
  post_timestamp: integer,
  media_url: strings
}
const user: Fields<User> = { username: string, full_name: string, profile_picture: string }
const keywordRule: Fields<KeywordRule> = { id, type: literal("keyword"), keyword: string }
const trendingRule: Fields<TrendingRule> = { id, type: literal("trending"), keyword: literal(null) }
const testRule: Fields<TestRule> = { id: literal("test"), type: literal("test"), keyword: literal(null) }

function findRuleProblem(rule: unknown): string | null {
  if (!isRecord(rule)) return "rule must be an object."
  if (rule["type"] === "keyword") return findProblem(keywordRule, rule, "rule")
  if (rule["type"] === "trending") return findProblem(trendingRule, rule, "rule")
  if (rule["type"] === "test") return findProblem(testRule, rule, "rule")
  return 'rule.type must be "keyword", "trending" or "test".'
}

function findEventProblem(value: unknown): string | null {
  if (!isRecord(value)) return "The event must be an object."
  return (
    findProblem(post, value["post"], "post") ??
    findProblem(user, value["user"], "user") ??
    findRuleProblem(value["rule"])
  )
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body))
  } catch {
    // The engine's own message quotes the body, so it goes no further.
    throw failure("invalid_json", "The verified body is not JSON in UTF-8.")
  }
}

/** Only for bytes that are already verified. Unknown fields stay on the object. */
export function parseEvent(body: Uint8Array): WebhookEvent {
  const value = parseJson(body)
  const problem = findEventProblem(value)
  const isEvent = (candidate: unknown): candidate is WebhookEvent => candidate === value && problem === null
  if (isEvent(value)) return value
  throw failure("invalid_event", problem ?? "The event is not valid.")
}
