/** Networks at random: few accounts, posts that answer each other, themselves, in circles, or what is not stored. */
import { Effect } from "effect"
import fc from "fast-check"
import { Ingestion } from "../../src/sources/ingestion/Ingestion.ts"
import { origin } from "./Posts.ts"
import { forgetAll } from "./StoredState.ts"

const hour = 3_600
const day = 24 * hour

export const usernames = ["Ann", "ann", "bob", "cleo", "台"] as const

/** Who is meant by a name among these: who has it exactly, else the one whose name differs only in case. */
export const meantBy = (name: string, authors: Iterable<string>): string | undefined => {
  const known = [...new Set(authors)]
  const alike = known.filter((one) => one.toLowerCase() === name.toLowerCase())
  return known.includes(name) ? name : alike.length === 1 ? alike[0] : undefined
}

/** The same words tell the language; `zh` leaves the script open. */
const captions = {
  "zh-Hant": "台積電股價又創新高了，這個月都在漲",
  "zh-Hans": "这家店的咖啡真的很好喝，我们还会再来",
  yue: "你哋飲咗咖啡未呀？我哋啱啱先飲完",
  ja: "このカフェのコーヒーはとても美味しいです",
  ko: "오늘도 커피 한 잔 마시고 출근합니다",
  en: "I really like this coffee and the place"
} as const

const count = fc.integer({ min: 0, max: 3 })
/** Seconds before now, often at the very edge of a window. */
const age = fc.oneof(
  fc.constantFrom(0, hour, hour + 1, day, day + 0.5, 7 * day, 7 * day + 1, 30 * day, 30 * day + 1, 90 * day + 1),
  fc.integer({ min: 0, max: 8 * day })
)

const post = (posts: number) =>
  fc.record({
    username: fc.constantFrom(...usernames),
    language: fc.constantFrom("zh-Hant", "zh-Hans", "yue", "ja", "ko", "en"),
    age,
    // The number above all is never stored.
    parent: fc.option(fc.nat({ max: posts }), { freq: 3 }),
    isReply: fc.constantFrom(true, false, undefined, undefined),
    likes: count,
    replies: count,
    views: fc.option(count)
  })

export interface NetworkPost {
  readonly code: string
  readonly username: string
  readonly language: keyof typeof captions
  readonly post_timestamp: number
  readonly reply_to: string | null
  readonly is_reply: boolean
  readonly like_count: number
  readonly reply_count: number
  readonly impression_count: number | null
}

export const codeOf = (index: number): string => `p${String(index).padStart(3, "0")}`

/** Posts of a network as of this Unix time. */
export const networkAt = (time: number, atMost = 25): fc.Arbitrary<ReadonlyArray<NetworkPost>> =>
  fc.array(post(atMost), { maxLength: atMost }).map((posts) =>
    posts.map(({ username, language, age, parent, isReply, likes, replies, views }, index) => ({
      code: codeOf(index),
      username,
      language,
      post_timestamp: time - age,
      reply_to: parent === null ? null : codeOf(parent),
      is_reply: isReply ?? parent !== null,
      like_count: likes,
      reply_count: replies,
      impression_count: views
    }))
  )

/** Makes this network all that is stored. */
export const storeNetwork = Effect.fnUntraced(function* (posts: ReadonlyArray<NetworkPost>) {
  yield* forgetAll
  yield* (yield* Ingestion).write(
    posts.map(({ language, ...post }) => ({ type: "post", caption: captions[language], ...post })),
    origin
  )
})

/** Sorted by the first key that differs, least first; rows equal in all keys keep their order. */
export const ordered = <A>(rows: ReadonlyArray<A>, ...keys: ReadonlyArray<(row: A) => number | string>): Array<A> =>
  rows.toSorted((a, b) => {
    for (const key of keys) {
      const [first, second] = [key(a), key(b)]
      if (first !== second) return first < second ? -1 : 1
    }
    return 0
  })
