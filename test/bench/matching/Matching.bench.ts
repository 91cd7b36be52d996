/**
 * `npm run bench -- matching`: posts a second against many rules, compared with libraries for many keywords.
 *
 * One core and no database. All finders get the same token texts, where finding a keyword is finding a substring, and must find
 * the same. Rules name one or two words without the 200 commonest; "pieces of posts" are cut from posts, so that every post
 * contains many: worse than customers would ask for. Libraries that need a native build are left out. "Reaching" are the posts
 * that a round reads, because they reach the lowest threshold of some rule.
 */
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import type { Candidate } from "../../../apps/server/src/store/posts/PostChangeFeed.ts"
import { encode, identifyLanguage } from "../../../packages/text/src/index.ts"
import { makePosts, type Posts } from "../posts/Posts.ts"
import { type Figure, jsonFlag, machine, print, round, seedFlag } from "../Report.ts"
import { type KeywordFigures, measureKeywords } from "./Keywords.ts"
import { fragments, keywordRules, keywordsOf, trendingRules } from "./Watched.ts"
import { measureRules, type RuleFigures } from "./WholeRules.ts"

const sizes = [1_000, 10_000, 100_000]
const most = 100_000
const dayMillis = 86_400_000
/** Rules that are added and removed again. */
const changedRules = 2_000
/** Keywords are cut from more posts than are matched, so that most of them come from others. */
const postsCut = 200_000

/** A string in one piece, as a database driver makes it, whereas `encode` leaves a rope of small ones. */
const inOnePiece = (text: string): string => Buffer.from(text).toString()

/** Posts as a round reads them. */
const candidatesOf = (posts: Posts): ReadonlyArray<Candidate> =>
  Array.from({ length: posts.count }, (_, at) => {
    const post = posts.post(at)
    return {
      code: post.code,
      tokenText: inOnePiece(encode(post.caption)),
      language: identifyLanguage(post.caption, post.language ?? undefined),
      postedAt: new Date(post.post_timestamp * 1000),
      likeCount: post.like_count ?? 0,
      replyCount: post.reply_count ?? 0,
      impressionCount: post.impression_count ?? null
    }
  })

const whole = (value: number): string => Math.round(value).toLocaleString("en")

const keywordLines = (what: string, { keywords, found, contenders }: KeywordFigures): string => {
  const [own] = contenders
  const lines = contenders.map(
    ({ name, postsASecond, buildMillis, mebibytes, different }) =>
      `${name.padEnd(28)}${whole(postsASecond).padStart(11)} posts/s  ${round((own?.postsASecond ?? 0) / postsASecond)}x  ` +
      `build ${whole(buildMillis)} ms, ${round(mebibytes)} MiB${different === 0 ? "" : `; ${different} texts with other keywords`}`
  )
  return `\n${what}: ${whole(keywords)} distinct keywords, of which a post has ${round(found, 2)}\n${lines.join("\n")}`
}

const ruleLine = (figures: RuleFigures): string =>
  `${whole(figures.rules).padStart(9)} rules: ${whole(figures.postsASecond)} posts/s; of the ` +
  `${round(figures.shareReaching * 100)} % that reach a threshold ${whole(figures.reachingASecond)}/s ` +
  `(${round(figures.matchesOfReaching, 2)} matches each); build ${whole(figures.buildMillis)} ms, ` +
  `${round(figures.mebibytes)} MiB; add ${round(figures.addMicros)} µs, remove ${round(figures.removeMicros)} µs`

const keywordFigure = (
  metric: string,
  { keywords, contenders }: KeywordFigures,
  sizes: Figure["sizes"]
): ReadonlyArray<Figure> => {
  const [own, ...peers] = contenders
  if (own === undefined) return []
  const rates = peers.map(({ name, postsASecond }) => [name, Math.round(postsASecond)] as const)
  return [
    {
      name: "matching",
      metric,
      value: Math.round(own.postsASecond),
      unit: "posts/s",
      peers: Object.fromEntries(rates),
      ratio: Object.fromEntries(peers.map((peer) => [peer.name, round(own.postsASecond / peer.postsASecond)])),
      sizes: { ...sizes, keywords }
    }
  ]
}

const ruleFigure = (metric: string, figures: RuleFigures, sizes: Figure["sizes"]): Figure => ({
  name: "matching",
  metric,
  value: Math.round(figures.postsASecond),
  unit: "posts/s",
  sizes: {
    ...sizes,
    rules: figures.rules,
    addMicros: round(figures.addMicros),
    buildMillis: round(figures.buildMillis)
  }
})

export const matching = Command.make(
  "matching",
  {
    json: jsonFlag,
    seed: seedFlag,
    posts: Flag.Int("posts").pipe(Flag.withDescription("Posts to match"), Flag.withDefault(20_000)),
    rounds: Flag.Int("rounds").pipe(Flag.withDescription("Passes, of which the fastest counts"), Flag.withDefault(7))
  },
  Effect.fn(function* ({ json, seed, posts: count, rounds }) {
    const made = makePosts({ seed, count, period: { fromMillis: 0, untilMillis: dayMillis } })
    const posts = candidatesOf(made)
    const texts = posts.map(({ tokenText }) => tokenText)
    const characters = Math.round(texts.reduce((sum, text) => sum + text.length, 0) / texts.length)
    const described = { posts: count, characters, seed }
    yield* Console.log(
      `${machine()}\n${whole(count)} posts of ${characters} characters (mean, as token texts), seed ${seed}`
    )

    const figures: Array<Figure> = []
    const keywords = Effect.fnUntraced(function* (what: string, metric: string, measured: KeywordFigures) {
      yield* Console.log(keywordLines(what, measured))
      figures.push(...keywordFigure(metric, measured, described))
    })
    const cut = makePosts({ seed, count: postsCut, period: { fromMillis: 0, untilMillis: dayMillis } })
    const pieces = yield* measureKeywords(fragments(seed, most, cut), texts, rounds)
    yield* keywords("Pieces of posts, each once", "pieces of posts", pieces)
    for (const size of sizes) {
      const measured = yield* measureKeywords(keywordsOf(keywordRules(seed, size)), texts, rounds)
      yield* keywords(`${whole(size)} keyword rules`, "keyword rules", measured)
    }

    const rules = Effect.fnUntraced(function* (size: number, trending: number) {
      const all = [...keywordRules(seed, size), ...trendingRules(seed, trending)]
      const more = keywordRules(seed, changedRules, size)
      const measured = yield* measureRules(all, more, posts, new Date(dayMillis), rounds)
      yield* Console.log(ruleLine(measured))
      figures.unshift(ruleFigure(trending === 0 ? "whole keyword rules" : "with trending rules", measured, described))
    })
    yield* Console.log("\nWhole rules")
    for (const size of sizes) yield* rules(size, 0)
    yield* Console.log("with a tenth as many trending rules")
    yield* rules(most, most / 10)
    yield* print(json, figures)
  })
).pipe(Command.withDescription("Posts a second against many rules, and libraries for many keywords"))
