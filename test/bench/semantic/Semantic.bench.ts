/**
 * `npm run bench -- semantic`: quality on labelled sets against libraries, and response times and CPU time over
 * many posts.
 *
 * The lexical engine, behind the transport. The keyword search gets the first ten words of a topic, any of which matches. Our own
 * sets have 12 topics in each of four languages (labelled/README.md), those that nothing was tuned on eight in each of six
 * (heldout/README.md), in Chinese also with the topics in the other script. Where the shared data is installed, 1,004 sentences in
 * Cantonese are topics whose one relevant post is their translation. Recall is also measured against the scores of all posts.
 */
import { Console, Effect, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { TermShares } from "../../../apps/server/src/store/terms/TermShares.ts"
import * as PostgresServer from "../../support/PostgresServer.ts"
import { sharedData } from "../../support/SharedData.ts"
import { postmasterOf } from "../Connection.ts"
import { recentPosts } from "../posts/Posts.ts"
import { load } from "../posts/Writing.ts"
import { describeServer, productIn, productOn, serverSettings, temporaryFolder, timed } from "../Product.ts"
import { jsonFlag, machine, print, seedFlag } from "../Report.ts"
import { heldOutSets, ownSets, parallelSet } from "./Labelled.ts"
import { onLabelledSets } from "./OnLabelledSets.ts"
import { measureRecall, measureSpeed } from "./Speed.ts"

const days = 30
const posts = 1_000_000
/** Of the embedded database. */
const embeddedPosts = 100_000

const flags = {
  json: jsonFlag,
  seed: seedFlag,
  scale: Flag.Finite("scale").pipe(
    Flag.withDescription(`1 is ${posts} posts on PostgreSQL and ${embeddedPosts} on the embedded database`),
    Flag.withDefault(1),
    Flag.filter(
      (scale) => scale > 0 && scale <= 10,
      () => "above 0, at most 10"
    )
  ),
  topics: Flag.Int("topics").pipe(
    Flag.withDescription("Topics of each kind"),
    Flag.withDefault(20),
    Flag.filter(
      (topics) => topics >= 1,
      () => "at least 1"
    )
  ),
  qualityOnly: Flag.Boolean("quality-only").pipe(
    Flag.withDescription("Without the response times"),
    Flag.withDefault(false)
  )
}

const fill = Effect.fnUntraced(function* (seed: number, count: number) {
  const loaded = yield* load(yield* recentPosts({ seed, count, days }))
  const sampled = yield* timed((yield* TermShares).refresh)
  yield* Console.log(
    `\n${count} posts of ${days} days, seed ${seed}, written in ${loaded.postSeconds.toFixed(0)} s; ` +
      `term shares sampled in ${(sampled.millis / 1000).toFixed(1)} s`
  )
})

const onPostgres = Effect.fnUntraced(function* (seed: number, count: number, topics: number) {
  const { url } = yield* PostgresServer.start({ fsync: false, settings: serverSettings })
  return yield* Effect.gen(function* () {
    yield* Console.log(`\n${yield* describeServer}, on this machine; one caller`)
    yield* fill(seed, count)
    const postmaster = yield* postmasterOf(Redacted.value(url))
    const figures = yield* measureSpeed({ name: "PostgreSQL", postmaster }, count, topics)
    return [...figures, yield* measureRecall(count, Math.min(topics, 5))]
  }).pipe(Effect.provide(productOn(url), { local: true }))
}, Effect.scoped)

const onEmbedded = Effect.fnUntraced(function* (seed: number, count: number, topics: number) {
  const folder = yield* temporaryFolder
  return yield* Effect.gen(function* () {
    yield* fill(seed, count)
    return yield* measureSpeed({ name: "embedded database", postmaster: undefined }, count, topics)
  }).pipe(Effect.provide(productIn(folder), { local: true }))
}, Effect.scoped)

export const semantic = Command.make(
  "semantic",
  flags,
  Effect.fn(function* ({ json, seed, scale, topics, qualityOnly }) {
    yield* Console.log(machine())
    const others = sharedData.isThere ? [parallelSet(sharedData.open())] : []
    const quality = yield* onLabelledSets([...ownSets(), ...heldOutSets(), ...others])
    if (qualityOnly) return yield* print(json, quality)
    const figures = [
      ...quality,
      ...(yield* onEmbedded(seed, Math.round(embeddedPosts * scale), topics)),
      ...(yield* onPostgres(seed, Math.round(posts * scale), topics))
    ]
    yield* print(json, figures)
  })
).pipe(Command.withDescription("Semantic search: quality on labelled posts, response times over many posts"))
