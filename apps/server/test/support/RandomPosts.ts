/** Random posts in every language, and the stored ones read back, for naive computations of the same answers. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { PostLanguage } from "../../../../packages/api/src/Posts.ts"
import { writePosts } from "./Posts.ts"
import { forgetPosts } from "./StoredState.ts"

/** Captions whose language the text alone tells. */
export const captions = {
  "zh-Hant": "台積電股價又創新高了，這個月都在漲",
  "zh-Hans": "这家店的咖啡真的很好喝，我们还会再来",
  yue: "你哋飲咗咖啡未呀？我哋啱啱先飲完",
  zh: "我今天在家",
  ja: "このカフェのコーヒーはとても美味しいです",
  ko: "오늘도 커피 한 잔 마시고 출근합니다",
  en: "I really like this coffee at the place",
  other: "Сегодня мы снова пьём кофе у моря"
}

export const filters = ["zh", "zh-Hant", "zh-Hans", "yue", "en", "ja", "ko"] as const

/** Few values, so that there are ties. */
const count = fc.oneof({ weight: 4, arbitrary: fc.nat(4) }, { weight: 1, arbitrary: fc.nat(1_000_000) })

/** A post without its code; `age` is in seconds. */
const post = (maxAge: number) =>
  fc.record({
    caption: fc
      .tuple(fc.constantFrom(...Object.values(captions)), fc.subarray(["wombat", "wombats", "quokka", "咖啡"]))
      .map(([caption, words]) => [caption, ...words].join(" ")),
    username: fc.constantFrom("ann", "bea", "cid", "dov"),
    age: fc.oneof(
      fc.nat(maxAge),
      fc.nat(7_200),
      fc.integer({ min: 0, max: 40 }).map((at) => (at * maxAge) / 40)
    ),
    like_count: count,
    reply_count: count,
    repost_count: count,
    reshare_count: count,
    impression_count: fc.option(count),
    is_reply: fc.boolean()
  })
type RandomPost = ReturnType<typeof post> extends fc.Arbitrary<infer A> ? A : never

export const randomPosts = (maxAge: number) => fc.array(post(maxAge), { maxLength: 30, size: "max" })

const Stored = Schema.Array(
  Schema.Struct({
    code: Schema.String,
    caption: Schema.String,
    tokenText: Schema.String,
    authorId: Schema.String,
    language: PostLanguage,
    isReply: Schema.Boolean,
    postedAt: Schema.Date,
    likeCount: Schema.Int,
    replyCount: Schema.Int,
    repostCount: Schema.Int,
    reshareCount: Schema.Int,
    impressionCount: Schema.NullOr(Schema.Int)
  })
)
export type StoredPost = (typeof Stored.Type)[number]

/** All posts there are. */
export const storedPosts = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    SELECT code, caption, token_text, author_id, language, is_reply, posted_at, like_count, reply_count, repost_count,
      reshare_count, impression_count
    FROM posts`
).pipe(Effect.map(Schema.decodeUnknownSync(Stored)))

/** Makes these the only posts there are, at a time in seconds; answers them as stored. */
export const onlyPosts = Effect.fnUntraced(function* (posts: ReadonlyArray<RandomPost>, time: number) {
  yield* forgetPosts
  yield* writePosts(
    ...posts.map(({ age, ...post }, index) => ({ ...post, code: `p${index}`, post_timestamp: time - age }))
  )
  return yield* storedPosts
})
