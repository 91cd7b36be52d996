/** What callers get of Bluesky's AppView, and what it costs: posts, accounts and threads, and an outage that costs nothing. */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { onAnyDatabase } from "../../../../../../test/support/Databases.ts"
import type { LiveReads, LiveSource } from "../../../../src/live/LiveSource.ts"
import { makeAppView } from "../../../../src/sources/bluesky/appview/AppView.ts"
import { makeBlueskyReads } from "../../../../src/sources/bluesky/appview/BlueskyReads.ts"
import { codeOfUri } from "../../../../src/sources/bluesky/PostCode.ts"
import { makeNetworkClient } from "../../../../src/sources/network/NetworkClient.ts"
import { appViewServer, AppViewStandIn, authorNamed, postBy } from "../../../support/networks/AppViewStandIn.ts"
import type { FaultyServer } from "../../../support/networks/FaultyServer.ts"
import { paid, rowsOf } from "../../../support/PricedCalls.ts"
import { ServedApi } from "../../../support/ServedApi.ts"
import { testServicesWith } from "../../../support/TestServices.ts"

const network = new AppViewStandIn()
const ann = authorNamed("ann")
const root = postBy(ann, "3root", { likes: 12, replies: 1 })
const reply = postBy(authorNamed("bob"), "3reply", { parent: root.uri })
const codeFor = (uri: string) => codeOfUri(uri) ?? assert.fail(`${uri} has no code`)

interface Started {
  readonly server: FaultyServer
  readonly reads: LiveReads
}

let started: Started | undefined
const running = () => started ?? assert.fail("not started")
const server = () => running().server

/** The stand-in starts with the services, which want their sources before. */
const bluesky: LiveSource = {
  name: "bluesky",
  reads: {
    posts: (codes) => running().reads.posts(codes),
    users: (usernames) => running().reads.users(usernames),
    replies: (code, atMost) => running().reads.replies(code, atMost)
  }
}

const StandIn = Layer.effectDiscard(
  Effect.gen(function* () {
    const appView = yield* appViewServer(network)
    const client = yield* makeNetworkClient(appView.url, Option.none())
    started = { server: appView, reads: makeBlueskyReads(makeAppView(client), 1) }
  })
).pipe(Layer.provide(NodeHttpClient.layerUndici))

onAnyDatabase("Bluesky read live", (_name, database) => {
  const services = Layer.mergeAll(ServedApi.layerNoDeps, StandIn).pipe(
    Layer.provideMerge(testServicesWith({}, bluesky)),
    Layer.provideMerge(database)
  )
  layer(services, { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    it.effect("a post costs 1, because nobody is told its views; an account costs 3; failed reads are free", () =>
      Effect.gen(function* () {
        network.add(root, reply)
        const unknown = codeFor(postBy(ann, "3gone").uri)
        const posts = yield* paid(`/live/posts?codes=${codeFor(root.uri)},${unknown}`)
        assert.strictEqual(posts.cost, 1)
        assert.deepInclude(rowsOf(posts)[0], {
          status: "ok",
          like_count: 12,
          impression_count: null,
          username: ann.handle
        })
        assert.deepInclude(rowsOf(posts)[1], { status: "failed", reason: "not_found" })
        const users = yield* paid(`/live/users?usernames=${ann.handle},nobody.example.com`)
        assert.strictEqual(users.cost, 3)
        assert.deepInclude(rowsOf(users)[0], { status: "ok", follower_count: 10, post_count: 7 })
      })
    )

    it.effect("a thread of which nothing is stored is read from the network", () =>
      Effect.gen(function* () {
        network.add(root, reply)
        const chain = yield* paid(`/post/${codeFor(reply.uri)}/chain`)
        assert.strictEqual(chain.status, 200, chain.text)
        const { root: first, replies } = Object(chain.json["data"])
        assert.strictEqual(first.code, codeFor(root.uri))
        assert.deepStrictEqual(
          replies.map((one: { readonly code: string; readonly source: string }) => [one.code, one.source]),
          [[codeFor(reply.uri), "live"]]
        )
      })
    )

    it.effect("an outage is a 503 that costs nothing, soon without asking the network", () =>
      Effect.gen(function* () {
        const lost = postBy(ann, "3lost")
        network.add(lost)
        const path = `/post/${codeFor(lost.uri)}/chain`
        server().faults.push(...Array.from({ length: 20 }, () => "broken" as const))
        for (let tries = 0; tries < 4; tries++) {
          const answer = yield* paid(path)
          assert.strictEqual(answer.status, 503, answer.text)
          assert.strictEqual(answer.cost, 0)
        }
        const asked = server().requests.length
        assert.strictEqual((yield* paid(path)).status, 503)
        assert.strictEqual(server().requests.length, asked, "the source is not left alone")
        const live = yield* paid(`/live/posts?codes=${codeFor(lost.uri)}`)
        assert.strictEqual(live.cost, 0)
        assert.deepInclude(rowsOf(live)[0], { status: "failed", reason: "unavailable" })
        server().faults.length = 0
      })
    )
  })
})
