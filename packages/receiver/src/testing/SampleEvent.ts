import type { KeywordEvent, KeywordRule, Post, TestEvent, TrendingEvent, TrendingRule, User } from "../core/Event.ts"

interface Overrides<Rule> {
  readonly post?: Partial<Post>
  readonly user?: Partial<User>
  readonly rule?: Partial<Omit<Rule, "type">>
}

const post: Post = {
  url: "https://social.example/@mei.lin/post/C9xSample01",
  code: "C9xSample01",
  caption: "台積電今天又創新高了 📈",
  is_reply: false,
  like_count: 128,
  reply_count: 16,
  repost_count: 9,
  reshare_count: 3,
  impression_count: null,
  post_timestamp: 1_760_000_000,
  media_url: ["https://social.example/media/C9xSample01.jpg"]
}
const user: User = {
  username: "mei.lin",
  full_name: "林美",
  profile_picture: "https://social.example/avatars/mei.lin.jpg"
}

const parts = <Rule>(overrides: Overrides<Rule>) => ({
  post: { ...post, ...overrides.post },
  user: { ...user, ...overrides.user }
})

/** An event of a keyword rule; fields in the order in which the service writes them, as in the other two. */
export const sampleEvent = (overrides: Overrides<KeywordRule> = {}): KeywordEvent => ({
  ...parts(overrides),
  rule: { id: "rule_sample", type: "keyword", keyword: "台積電", ...overrides.rule }
})

export const sampleTrendingEvent = (overrides: Overrides<TrendingRule> = {}): TrendingEvent => ({
  ...parts(overrides),
  rule: { id: "rule_trending", type: "trending", keyword: null, ...overrides.rule }
})

/** What a test event looks like. */
export const sampleTestEvent = (overrides: Omit<Overrides<never>, "rule"> = {}): TestEvent => ({
  ...parts(overrides),
  rule: { id: "test", type: "test", keyword: null }
})
