/** `npm run bench -- text`: the cost of a post in `packages/text`, compared with a simple implementation of the same. */
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import {
  encode,
  type EncodedKeyword,
  encodeKeyword,
  identifyLanguage,
  makeKeywordIndex,
  matchesKeyword
} from "../../../packages/text/src/index.ts"
import { makePosts } from "../posts/Posts.ts"
import { jsonFlag, machine, print, round, seedFlag } from "../Report.ts"
import { microseconds } from "./Timing.ts"

/** The minimum that every implementation has to do. */
const plainFold = (text: string): string => text.normalize("NFKC").toLowerCase()

/** Fragments of the posts, so that each post matches some, plus pairs of fragments of different posts. */
const keywordsOf = (posts: ReadonlyArray<string>, wanted: number): ReadonlyArray<EncodedKeyword> => {
  const found = new Set<EncodedKeyword>()
  const add = (text: string): void => {
    const keyword = encodeKeyword(text)
    if (keyword !== undefined && found.size < wanted) found.add(keyword)
  }
  const pieces = posts.flatMap((post) => {
    const characters = Array.from(post)
    return Array.from({ length: Math.ceil(characters.length / 3) }, (_, at) =>
      characters.slice(at * 3, at * 3 + 2 + (at % 3)).join("")
    )
  })
  for (const piece of pieces) add(piece)
  for (let step = 1; step < pieces.length && found.size < wanted; step += 1) {
    for (const [at, piece] of pieces.entries()) add(`${piece}${pieces[(at + step) % pieces.length]}`)
  }
  return [...found]
}

const postCount = 2_400

/** Posts of realistic length; our test sentences are a quarter as long. */
const captionsOf = (seed: number): ReadonlyArray<string> => {
  const posts = makePosts({ seed, count: postCount, period: { fromMillis: 0, untilMillis: 86_400_000 } })
  return Array.from({ length: postCount }, (_, index) => posts.post(index).caption)
}

export const text = Command.make(
  "text",
  {
    json: jsonFlag,
    seed: seedFlag,
    rounds: Flag.Int("rounds").pipe(Flag.withDescription("Passes, of which the fastest counts"), Flag.withDefault(15)),
    keywords: Flag.Int("keywords").pipe(Flag.withDescription("Keywords of the index"), Flag.withDefault(100_000))
  },
  Effect.fn(function* ({ json, seed, rounds, keywords: wanted }) {
    const posts = captionsOf(seed)
    const characters = Math.round(posts.reduce((sum, post) => sum + post.length, 0) / posts.length)
    const encoded = posts.map((post) => encode(post))
    const keywords = keywordsOf(posts, wanted)
    const index = makeKeywordIndex<EncodedKeyword>()
    for (const keyword of keywords) index.set(keyword, keyword)
    const tryEach = (post: string) => keywords.filter((keyword) => matchesKeyword(post, keyword))
    // Testing keywords one by one is so slow that it gets only a few posts.
    const few = encoded.filter((_, at) => at % Math.ceil(encoded.length / 20) === 0)
    for (const post of few) {
      const expected = tryEach(post).toSorted().join()
      const actual = index.match(post).toSorted().join()
      if (actual !== expected) return yield* Effect.die(new Error(`Not the same keywords in ${post}`))
    }

    const fold = yield* microseconds(posts, rounds, plainFold)
    const naive = yield* microseconds(few, 1, tryEach)
    const sizes = { posts: posts.length, characters, keywords: keywords.length, seed }
    const rows = [
      { metric: "identifyLanguage", value: yield* microseconds(posts, rounds, (post) => identifyLanguage(post)) },
      { metric: "encode", value: yield* microseconds(posts, rounds, (post) => encode(post)) }
    ].map((row) => ({ ...row, peer: "NFKC and lower case", floor: fold, ratio: round(row.value / fold) }))
    const match = yield* microseconds(encoded, rounds, index.match)
    const figures = [
      ...rows,
      { metric: "match", value: match, peer: "trying each keyword", floor: naive, ratio: round(naive / match) }
    ].map(({ metric, value, peer, floor, ratio }) => ({
      name: "text",
      metric,
      value: round(value, 2),
      unit: "µs",
      peers: { [peer]: round(floor, 2) },
      ratio: { [peer]: ratio },
      sizes
    }))
    yield* Console.log(
      `${machine()}\n${posts.length} posts of ${characters} characters (mean), seed ${seed}, ${keywords.length} keywords`
    )
    for (const { metric, value, peers, ratio } of figures) {
      const [peer = ""] = Object.keys(peers)
      const times = metric === "match" ? `${ratio[peer]}x faster` : `${ratio[peer]}x the time`
      yield* Console.log(`${metric.padEnd(18)}${value} µs a post; ${peer}: ${peers[peer]} µs; ${times}`)
    }
    yield* print(json, figures)
  })
).pipe(Command.withDescription("The time of packages/text a post"))
