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
