/**
 * `npm run bench -- search`: response times over many posts, compared with a plain table and with pg_trgm.
 *
 * First, one caller asks the services: SQL, decoding and mapping count, HTTP and credits do not. The keywords are found in the posts:
 * seven kinds, common, middling, rare and absent, five of each. Their first pages and trends must be those of a look at all
 * posts. The indexes stay as ingestion left them until the last question; then they are rebuilt and measured. All classes weigh
 * the same in the pool. The peers fold nothing and join no authors, and their sessions have `jit` off. pg_trgm is weak for
 * Chinese, Japanese and Korean; pg_bigm would be stronger. Made-up text repeats itself less than people do, so all indexes are
 * larger than over real posts. Terms are counted before the questions, as a server does within minutes.
 *
 * At last, 48 callers ask each question at once, through the connections that a server has for queries.
 */
import { Console, Effect, Option, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import * as PostgresServer from "../../support/PostgresServer.ts"
import { describeServer, productAsServer, serverSettings } from "../Product.ts"
import { jsonFlag, machine, postsFlag, print, seedFlag } from "../Report.ts"
import { requireAgreement } from "./Agreement.ts"
import { keywordsOfClass, pickKeywords } from "./Keywords.ts"
import { filled } from "./Filled.ts"
import { askAtOnce, atOnceFigures, printAtOnce } from "./AtOnce.ts"
import { measureKeywordIndexes, rebuildKeywordIndexes } from "./KeywordIndexes.ts"
import { type PeerQuestions, peers, preparePeers } from "./Peers.ts"
import { firstPage, type Question, questions, trend } from "./Questions.ts"
import {
  figuresOf,
  indexFigures,
  printClasses,
  printHead,
  printIndexes,
  printQuestion,
  printRebuilt,
  worstOf
} from "./SearchReport.ts"
import { keepRollups } from "./Rollups.ts"
import { askInTurns, type Seen, seenOf, type Way } from "./Turns.ts"

/** 5 minutes for both peers together, 15 minutes for the product. */
const peerAllowance = { millisEach: 2_500, leftMillis: 150_000 }
const productAllowance = { millisEach: 10_000, leftMillis: 900_000 }

const ways = ["product", "scan", "pg_trgm"]
const goals: Readonly<Record<string, string>> = { [firstPage]: "p95 < 50 ms", [trend]: "p95 < 150 ms" }

const flags = {
  json: jsonFlag,
  posts: postsFlag(1_000_000),
  seed: seedFlag,
  peers: Flag.Boolean("peers").pipe(
    Flag.withDescription("Compares with the peers; --no-peers saves the time to fill theirs"),
    Flag.withDefault(true)
  ),
  database: Flag.String("database").pipe(
    Flag.withDescription(
      "URL of an empty database to fill instead of a server of its own, or of one that a run with the same posts and " +
        "seed has filled, which saves the time to load them"
    ),
    Flag.optional
  ),
  only: Flag.String("only").pipe(
    Flag.withDescription(
      "Asks only the questions whose group or title has this text, and compares none with all posts"
    ),
    Flag.withDefault("")
  ),
  rounds: Flag.Int("rounds").pipe(
    Flag.withDescription("Times each of the five keywords of a class is asked for"),
    Flag.withDefault(8),
    Flag.filter(
      (rounds) => rounds >= 1,
      () => "at least 1"
    )
  )
}

/** Measures one query after the other, alternating between the product and its peers. */
const askAll = Effect.fnUntraced(function* (
  asked: ReadonlyArray<Question>,
  preparedPeers: Readonly<Record<"scan" | "pg_trgm", PeerQuestions>> | undefined,
  samples: number
) {
  const allowances = { product: { ...productAllowance }, scan: { ...peerAllowance }, pg_trgm: { ...peerAllowance } }
  let group = ""
  return yield* Effect.forEach(asked, (question) =>
    Effect.gen(function* () {
      const { product, peer } = question
      const peerWays = (["scan", "pg_trgm"] as const).flatMap((name): ReadonlyArray<Way> =>
        peer === undefined || preparedPeers === undefined
          ? []
          : [{ name, ask: (sample) => peer(preparedPeers[name], sample), allowance: allowances[name] }]
      )
      const inTurn: ReadonlyArray<Way> = [{ name: "product", ask: product, allowance: allowances.product }, ...peerWays]
      if (question.group !== group) {
        group = question.group
        yield* printHead(
          group,
          goals[group],
          inTurn.map(({ name }) => name)
        )
      }
      const seen = yield* askInTurns(inTurn, samples)
      yield* printQuestion(question.title, seen)
      return { question, seen }
    })
  )
})

const weight = 1_000

/** Weighs every class equally, because a slow way has fewer samples where it is slow. */
const pool = (classes: ReadonlyArray<ReadonlyMap<string, Seen>>): ReadonlyMap<string, Seen> =>
  new Map(
    ways.map((way) => {
      const samples = classes.flatMap((one) => one.get(way)?.millis ?? []).length
      const weighed = classes.flatMap((one) => {
        const millis = one.get(way)?.millis ?? []
        return Array.from({ length: millis.length === 0 ? 0 : weight }, (_, at) => millis[at % millis.length] ?? 0)
      })
      return [way, { ...seenOf(weighed), samples }]
    })
  )

type Answered = Parameters<typeof figuresOf>[0]

/** Figures for each group of classes, followed by the class in which the product is slowest. */
const printPooled = Effect.fnUntraced(function* (pooled: Answered, answers: Answered) {
  yield* printHead("all classes together, and the worst one", undefined, ways)
  for (const { question, seen } of pooled) {
    yield* printQuestion(question.group, seen)
    const worst = worstOf(answers.filter((one) => one.question.group === question.group))
    if (worst !== undefined) yield* printQuestion(`  ${worst.question.title}`, worst.seen)
  }
})

export const search = Command.make(
  "search",
  flags,
  Effect.fn(function* ({ json, posts: count, seed, only, rounds, peers: withPeers, database: given }) {
    // No measurement waits for the disk.
    const url = Option.isSome(given)
      ? Redacted.make(given.value)
      : (yield* PostgresServer.start({ fsync: false, settings: serverSettings })).url
    yield* Effect.gen(function* () {
      yield* Console.log(`${machine()}\n${yield* describeServer}, on this machine; peers' sessions without jit`)
      const posts = yield* filled(seed, count)
      yield* keepRollups
      const indexes = { product: yield* measureKeywordIndexes, pg_trgm: withPeers ? yield* preparePeers : undefined }
      yield* printIndexes(indexes)

      const classes = pickKeywords(posts)
      yield* printClasses(classes, count)
      if (only === "") yield* requireAgreement(classes, count)

      const asked = (yield* questions(classes)).filter(({ group, title }) => `${group} ${title}`.includes(only))
      const answers = yield* askAll(asked, withPeers ? yield* peers(url) : undefined, rounds * keywordsOfClass)
      const together = yield* Effect.forEach(asked, askAtOnce)
      yield* printAtOnce(together)
      const figures = [...figuresOf(answers, count), ...atOnceFigures(together, count)]
      if (only !== "") return yield* print(json, figures)

      const pooled = [trend, firstPage].map((group) => ({
        question: { group, title: "all classes" },
        seen: pool(answers.flatMap(({ question, seen }) => (question.group === group ? [seen] : [])))
      }))
      yield* printPooled(pooled, answers)
      const rebuilt = yield* rebuildKeywordIndexes
      yield* printRebuilt(rebuilt)
      yield* print(json, [...indexFigures(indexes, rebuilt, count), ...figures, ...figuresOf(pooled, count)])
    }).pipe(Effect.provide(productAsServer(url)))
  }, Effect.scoped)
).pipe(Command.withDescription("Search, trends, hot posts, people and statistics against a plain table and pg_trgm"))
