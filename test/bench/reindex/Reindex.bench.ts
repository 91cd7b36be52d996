/**
 * `npm run bench -- reindex`: `heddle reindex` over posts whose texts were derived by older rules, while the server answers.
 *
 * The posts are stored with other words and terms than the rules make of them. A caller searches four times a second and a source brings 100 posts a second while
 * `heddle reindex` runs; a probe asks `/balance`. After a while, server and command are killed with SIGKILL, and start again.
 */
import { Clock, Console, Effect, Fiber, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import type { Client } from "pg"
import { encode } from "../../../packages/text/src/index.ts"
import {
  choosePlace,
  cleanEnvironment,
  type HeddleProcess,
  ownCheckout,
  type Place,
  startHeddle
} from "../../support/HeddleProcess.ts"
import { type Account, createAccount, giveCredits } from "../../support/Operator.ts"
import * as PostgresServer from "../../support/PostgresServer.ts"
import { connect } from "../Connection.ts"
import { ingestLines } from "../posts/Ingest.ts"
import { type Posts, recentPosts } from "../posts/Posts.ts"
import { load } from "../posts/Writing.ts"
import { describeServer, productOn, serverSettings, temporaryFolder } from "../Product.ts"
import { jsonFlag, machine, postsFlag, print, round, seedFlag } from "../Report.ts"
import { type Latency, probing } from "../responsiveness/Probe.ts"
import { pickKeywords } from "../search/Keywords.ts"

const days = 30
/** A server that starts has work of its own. */
const warmUpSeconds = 30
const idleSeconds = 20
const searchPauseMillis = 250
const postsASecond = 100
const goalMillis = 100
const sampleSize = 2_000

/** Rows come as if older rules had found other words. */
const storeStale = `
  CREATE FUNCTION store_stale() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.text_version := 0;
    NEW.token_text := NEW.token_text || '|<stale>';
    NEW.terms := NEW.terms || 65535;
    RETURN NEW;
  END $$;
  CREATE TRIGGER store_stale BEFORE INSERT ON posts FOR EACH ROW EXECUTE FUNCTION store_stale()`

const filledStale = Effect.fnUntraced(function* (url: Redacted.Redacted, client: Client, posts: Posts) {
  yield* Effect.gen(function* () {
    yield* Console.log(yield* describeServer)
    yield* Effect.promise(() => client.query(storeStale))
    const { postSeconds } = yield* load(posts)
    yield* Effect.promise(() => client.query("DROP TRIGGER store_stale ON posts"))
    yield* Console.log(`${posts.count} posts of ${days} days with stale texts, loaded in ${Math.round(postSeconds)} s`)
  }).pipe(Effect.provide(productOn(url)), Effect.scoped)
})

const startServer = (place: Place) => Effect.promise(() => startHeddle(place))

const get = (url: string, apiKey: string) =>
  Effect.tryPromise(async (signal) => {
    const response = await fetch(url, { headers: { authorization: `Bearer ${apiKey}` }, signal })
    const text = await response.text()
    if (!response.ok) throw new Error(`GET ${url}: ${response.status} ${text}`)
  })

/** Runs the command; resolves to its exit code, null after a signal. */
const reindex = (place: Place) =>
  Effect.callback<number | null>((resume) => {
    const program = join(ownCheckout, "apps/server/bin/heddle.mjs")
    const child = spawn(process.execPath, [program, "reindex"], { env: { ...cleanEnvironment(), ...place.env } })
    child.once("exit", (code) => resume(Effect.succeed(code)))
    return Effect.promise(async () => {
      child.kill("SIGKILL")
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit")
    })
  })

const searching = (baseUrl: string, { apiKey }: Account, keywords: ReadonlyArray<string>) =>
  Effect.forever(
    Effect.forEach(
      keywords,
      (keyword) =>
        Effect.ignore(get(`${baseUrl}/post/search?keywords=${encodeURIComponent(keyword)}`, apiKey)).pipe(
          Effect.andThen(Effect.sleep(searchPauseMillis))
        ),
      { discard: true }
    )
  )

const writing = (heddle: HeddleProcess, posts: Posts) =>
  Effect.forEach(
    Array.from({ length: Math.floor(posts.count / postsASecond) }, (_, second) => second * postsASecond),
    (from) =>
      Effect.ignore(
        ingestLines(
          heddle,
          Array.from({ length: postsASecond }, (_, at) => posts.post(from + at))
        )
      ).pipe(Effect.andThen(Effect.sleep("1 second"))),
    { discard: true }
  )

const number = (client: Client, query: string) =>
  Effect.promise(async () => Number((await client.query<{ n: string }>(query)).rows[0]?.n ?? Number.NaN))

const stale = "SELECT count(*) AS n FROM posts WHERE text_version = 0"

/** Texts of a sample that are not what the rules make of their captions. */
const wrongTexts = (client: Client) =>
  Effect.promise(async () => {
    const { rows } = await client.query<{ caption: string; token_text: string }>(
      `SELECT caption, token_text FROM posts ORDER BY md5(code) LIMIT ${sampleSize}`
    )
    return rows.filter(({ caption, token_text }) => encode(caption) !== token_text).length
  })

const formatLatency = ({ p50, p99, max, probes }: Latency) =>
  `p50 ${round(p50)} ms, p99 ${round(p99)} ms, max ${round(max)} ms (${probes} probes)`

export const reindexBench = Command.make(
  "reindex",
  {
    json: jsonFlag,
    posts: postsFlag(1_000_000),
    seed: seedFlag,
    killAfter: Flag.Int("kill-after").pipe(
      Flag.withDescription("Seconds until server and command are killed"),
      Flag.withDefault(30)
    )
  },
  Effect.fn(function* ({ json, posts: count, seed, killAfter }) {
    yield* Console.log(machine())
    const { url } = yield* PostgresServer.start({ settings: serverSettings })
    const client = yield* connect(Redacted.value(url))
    const posts = yield* recentPosts({ seed, count, days })
    yield* filledStale(url, client, posts)
    const folder = yield* temporaryFolder
    const place = {
      ...(yield* Effect.promise(() =>
        choosePlace(join(folder, "data"), { DATABASE_URL: Redacted.value(url), HEDDLE_RATE_LIMIT: "0" })
      )),
      checkout: ownCheckout
    }
    const keywords = pickKeywords(posts)
      .filter(({ frequency }) => frequency !== "absent")
      .flatMap((one) => one.keywords.slice(0, 3).map(({ text }) => text))
    let heddle = yield* startServer(place)
    yield* Effect.addFinalizer(() => Effect.promise(() => heddle.stop()))
    const account = yield* Effect.promise(() => createAccount(heddle, { plan: "standard" }))
    yield* Effect.promise(() => giveCredits(heddle, account, { credits: 1_000_000_000 }))
    const later = yield* recentPosts({ seed: seed + 1, count: 20_000, days: 1 })
    /** What happens beside, with a probe. */
    const beside = <A, E, R>(during: Effect.Effect<A, E, R>) =>
      Effect.gen(function* () {
        const load = yield* Effect.forkScoped(searching(heddle.baseUrl, account, keywords))
        const writes = yield* Effect.forkScoped(writing(heddle, later))
        const probe = Effect.ignore(get(`${heddle.baseUrl}/balance`, account.apiKey))
        const result = yield* probing(probe, during)
        yield* Fiber.interruptAll([load, writes])
        return result
      })

    yield* beside(Effect.sleep(`${warmUpSeconds} seconds`))
    const idle = yield* beside(Effect.sleep(`${idleSeconds} seconds`))
    yield* Console.log(`/balance under load, without reindex: ${formatLatency(idle.latency)}`)

    const first = yield* beside(
      Effect.gen(function* () {
        const command = yield* Effect.forkScoped(reindex(place))
        yield* Effect.sleep(`${killAfter} seconds`)
        yield* Effect.all([Effect.promise(() => heddle.kill()), Fiber.interrupt(command)], { concurrency: 2 })
      })
    )
    const left = yield* number(client, stale)
    yield* Console.log(
      `killed after ${killAfter} s, ${left} posts left; /balance until then: ${formatLatency(first.latency)}`
    )

    heddle = yield* startServer(place)
    const startedAt = yield* Clock.currentTimeMillis
    const second = yield* beside(reindex(place))
    const seconds = ((yield* Clock.currentTimeMillis) - startedAt) / 1_000
    const rate = left / seconds
    yield* Console.log(
      `resumed: ${left} posts in ${round(seconds)} s, ${Math.round(rate)}/s; /balance: ${formatLatency(second.latency)}`
    )
    const [after, wrong] = [yield* number(client, stale), yield* wrongTexts(client)]
    yield* Console.log(
      `the command ended with ${second.value}; ${after} posts are stale, ${wrong} of ${sampleSize} texts are wrong; ` +
        `goal: p99 under ${goalMillis} ms`
    )
    if (second.value !== 0 || after !== 0 || wrong !== 0)
      yield* Effect.die(new Error("Not all posts were brought up to date"))
    yield* print(json, [
      {
        name: "reindex",
        metric: "posts",
        value: Math.round(rate),
        unit: "posts/s",
        sizes: { posts: count, seed }
      },
      {
        name: "reindex",
        metric: "p99 of /balance beside it",
        value: round(second.latency.p99),
        unit: "ms",
        peers: { "without reindex": round(idle.latency.p99) },
        ratio: { "without reindex": round(second.latency.p99 / idle.latency.p99) },
        sizes: { posts: count, seed }
      }
    ])
  }, Effect.scoped)
).pipe(Command.withDescription("Bringing stored texts to new rules while the server answers, killed and resumed"))
