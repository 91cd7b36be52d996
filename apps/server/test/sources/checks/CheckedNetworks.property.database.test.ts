/**
 * Stand-ins of Bluesky's AppView and of a Mastodon instance, whose counts move and whose posts vanish without a word, and
 * which refuse, break off, stammer and dawdle: after some checks without faults, the stored counts are those of the network.
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import type { LiveReads, LiveSource } from "../../../src/live/LiveSource.ts"
import { makeAppView } from "../../../src/sources/bluesky/appview/AppView.ts"
import { makeBlueskyReads } from "../../../src/sources/bluesky/appview/BlueskyReads.ts"
import { codeOfUri as blueskyCode } from "../../../src/sources/bluesky/PostCode.ts"
import { makeCheckSource } from "../../../src/sources/checks/CheckTasks.ts"
import { Ingestion } from "../../../src/sources/ingestion/Ingestion.ts"
import { makeNetworkClient } from "../../../src/sources/network/NetworkClient.ts"
import { NetworkChecks } from "../../../src/store/checks/NetworkChecks.ts"
import { NetworkIds } from "../../../src/store/posts/NetworkIds.ts"
import { appViewServer, AppViewStandIn, authorNamed, postBy } from "../../support/networks/AppViewStandIn.ts"
import type { Fault, FaultyServer } from "../../support/networks/FaultyServer.ts"
import { codeFor, mastodonWith, statusAt } from "../../support/networks/MastodonStandIn.ts"
import { forEvery } from "../../support/Property.ts"
import { forgetAll } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"

const begin = Date.parse("2026-11-20T10:00:00Z")
const postCount = 8

/** A network with some posts, which the test changes behind the back of the service. */
interface MadeUp extends LiveSource {
  readonly server: FaultyServer
  readonly codes: ReadonlyArray<string>
  readonly reads: LiveReads
  like(index: number): void
  remove(index: number): void
  /** The likes of the posts that are left, by code. */
  likes(): ReadonlyArray<readonly [string, number]>
}

const bluesky = Effect.gen(function* () {
  const network = new AppViewStandIn()
  const server = yield* appViewServer(network)
  const posts = Array.from({ length: postCount }, (_, index) => postBy(authorNamed("ann"), `3k${index}`))
  network.add(...posts)
  const codeFor = (uri: string) => blueskyCode(uri) ?? assert.fail("no code")
  const reads = makeBlueskyReads(makeAppView(yield* makeNetworkClient(server.url, Option.none())), 2)
  const made: MadeUp = {
    name: "bluesky",
    server,
    reads,
    codes: posts.map(({ uri }) => codeFor(uri)),
    like: (index) => {
      const post = posts[index]
      if (post !== undefined) post.likes++
    },
    remove: (index) => void network.posts.delete(posts[index]?.uri ?? ""),
    likes: () => Array.from(network.posts.values(), ({ uri, likes }) => [codeFor(uri), likes] as const)
  }
  return made
})

const mastodon = Effect.gen(function* () {
  const { instance, server, source } = yield* mastodonWith(null, 2)
  const statuses = Array.from({ length: postCount }, (_, index) => statusAt(begin + index, index))
  for (const status of statuses) instance.postUnseen(status)
  const networkIds = yield* NetworkIds
  yield* networkIds.remember(
    source.name,
    statuses.map((status) => ({ id: status.id, code: codeFor(status), postedAt: new Date(status.createdAt) }))
  )
  const made: MadeUp = {
    name: source.name,
    server,
    reads: source.live,
    codes: statuses.map(codeFor),
    like: (index) => {
      const status = statuses[index]
      if (status !== undefined) status.likes++
    },
    remove: (index) => void instance.statuses.delete(statuses[index]?.id ?? ""),
    likes: () => Array.from(instance.statuses.values(), (status) => [codeFor(status), status.likes] as const)
  }
  return made
})

const step = fc.record({
  liked: fc.array(fc.nat(postCount - 1), { maxLength: 5 }),
  // Few enough that the network is believed.
  removed: fc.option(fc.nat(2)),
  minutes: fc.integer({ min: 1, max: 120 }),
  faults: fc.array(fc.constantFrom<Fault>("busy", "broken", "cut", "malformed", "slow"), { maxLength: 4 })
})

onAnyDatabase("A network and what is stored of it", (_name, database) => {
  const services = Layer.mergeAll(TestServices, NodeHttpClient.layerUndici).pipe(Layer.provideMerge(database))
  layer(services, { timeout: "60 seconds" })((it) => {
    const networks: ReadonlyArray<readonly [string, typeof bluesky | typeof mastodon]> = [
      ["Bluesky", bluesky],
      ["Mastodon", mastodon]
    ]
    for (const [title, begun] of networks) {
      it.effect(`${title}: whatever goes wrong, counts and deletions arrive`, () =>
        forEvery(fc.array(step, { maxLength: 6 }), runs(10), (steps) =>
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            yield* forgetAll
            yield* sql`DELETE FROM network_checks`
            yield* sql`DELETE FROM network_ids`
            yield* sql`UPDATE network_checks_progress SET cursor = NULL, searched_at = NULL`
            yield* TestClock.setTime(begin)
            const network = yield* begun
            const { budget } = network.reads
            if (budget === undefined) return assert.fail("no budget")
            const { run } = yield* makeCheckSource(network.name, network.reads, budget)
            const checks = yield* NetworkChecks
            const later = (minutes: number) =>
              Effect.andThen(TestClock.adjust(`${minutes} minutes`), checks.search([network.name], 1_000))
            yield* checks.search([network.name], 1_000)
            yield* (yield* Ingestion).write(
              network.codes.map((code) => ({
                type: "post",
                code,
                caption: "a plain post",
                username: "someone",
                post_timestamp: begin / 1_000
              })),
              { source: network.name, urlTemplate: "" }
            )
            for (const { liked, removed, minutes, faults } of steps) {
              for (const index of liked) network.like(index)
              if (removed !== null) network.remove(removed)
              network.server.faults.push(...faults)
              yield* later(minutes)
              yield* run
            }
            network.server.faults.length = 0
            for (let round = 0; round < 8; round++) {
              yield* later(5 * 60)
              yield* run
              yield* later(15)
              yield* run
            }
            const rows = yield* sql<{
              code: string
              likeCount: number
            }>`SELECT code, like_count FROM posts ORDER BY code`
            assert.deepStrictEqual(
              rows.map(({ code, likeCount }) => [code, likeCount]),
              network
                .likes()
                .toSorted(([one], [other]) => (one < other ? -1 : 1))
                .map((pair) => [...pair])
            )
          }).pipe(Effect.scoped)
        )
      )
    }
  })
})
