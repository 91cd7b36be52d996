import { failure } from "./Errors.ts"
import { maxIdentifierCharacters } from "./Limits.ts"

/** The event payload (service.md, "Webhook event payload"). All numbers are a snapshot taken when it was sent. */
export interface Post {
  readonly url: string
  readonly code: string
  readonly caption: string
  readonly is_reply: boolean
  readonly like_count: number
  readonly reply_count: number
  /** Reposts and quotes. */
  readonly repost_count: number
  readonly reshare_count: number
  /** Null while there is no view data yet, usually for a few hours. */
  readonly impression_count: number | null
  /** UTC Unix seconds. */
  readonly post_timestamp: number
  readonly media_url: ReadonlyArray<string>
}

export interface User {
  readonly username: string
  readonly full_name: string
  readonly profile_picture: string
}

export interface KeywordRule {
  readonly id: string
  readonly type: "keyword"
  readonly keyword: string
}

export interface TrendingRule {
  readonly id: string
  readonly type: "trending"
  readonly keyword: null
}

export interface TestRule {
  readonly id: "test"
  readonly type: "test"
  readonly keyword: null
}

interface EventOf<Rule> {
  readonly post: Post
  readonly user: User
  readonly rule: Rule
}

export type KeywordEvent = EventOf<KeywordRule>
export type TrendingEvent = EventOf<TrendingRule>
/** Sent on request; never de-duplicated. */
export type TestEvent = EventOf<TestRule>
export type WebhookEvent = KeywordEvent | TrendingEvent | TestEvent

export const isKeyword = (event: WebhookEvent): event is KeywordEvent => event.rule.type === "keyword"
export const isTrending = (event: WebhookEvent): event is TrendingEvent => event.rule.type === "trending"
export const isTest = (event: WebhookEvent): event is TestEvent => event.rule.type === "test"

interface Field<A> {
  readonly expected: string
  readonly accepts: (value: unknown) => value is A
}

/** One field per property, so that a type and its check cannot drift apart. */
type Fields<T> = { readonly [K in keyof T]-?: Field<T[K]> }

const isString = (value: unknown): value is string => typeof value === "string"
const isInteger = (value: unknown): value is number => Number.isSafeInteger(value)

const string: Field<string> = { expected: "a string", accepts: isString }
const integer: Field<number> = { expected: "an integer", accepts: isInteger }
const boolean: Field<boolean> = {
  expected: "true or false",
  accepts: (value): value is boolean => typeof value === "boolean"
}
const integerOrNull: Field<number | null> = {
  expected: "an integer or null",
  accepts: (value): value is number | null => value === null || isInteger(value)
}
const strings: Field<ReadonlyArray<string>> = {
  expected: "an array of strings",
  accepts: (value): value is ReadonlyArray<string> => Array.isArray(value) && value.every(isString)
}
export const isIdentifier = (value: unknown): value is string =>
  isString(value) && value.length > 0 && value.length <= maxIdentifierCharacters
const literal = <const A extends string | null>(only: A): Field<A> => ({
  expected: JSON.stringify(only),
  accepts: (value): value is A => value === only
})

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The first problem in words, or null. Fields that are not listed pass; values are never repeated. */
function findProblem<T>(fields: Fields<T>, value: unknown, path: string): string | null {
  if (!isRecord(value)) return `${path} must be an object.`
  for (const name in fields) {
    const field = fields[name]
    if (!Object.hasOwn(value, name)) return `${path}.${name} is missing.`
    if (!field.accepts(value[name])) return `${path}.${name} must be ${field.expected}.`
  }
  return null
}

const id: Field<string> = { expected: `a string of 1 to ${maxIdentifierCharacters} characters`, accepts: isIdentifier }

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

const isEvent = (value: unknown): value is WebhookEvent => findEventProblem(value) === null

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
  if (isEvent(value)) return value
  throw failure("invalid_event", findEventProblem(value) ?? "The event is not valid.")
}
