/** Reads of Bluesky through a stand-in of its AppView: what is read, in which batches, and what becomes of faults. */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { assert, it } from "@effect/vitest"
import { Effect, Option, Result } from "effect"
import type { LiveReads } from "../../../../src/live/LiveSource.ts"
import { makeAppView } from "../../../../src/sources/bluesky/appview/AppView.ts"
import { makeBlueskyReads } from "../../../../src/sources/bluesky/appview/BlueskyReads.ts"
import { codeOfUri } from "../../../../src/sources/bluesky/PostCode.ts"
import { makeNetworkClient } from "../../../../src/sources/network/NetworkClient.ts"
import {
  appViewServer,
  AppViewStandIn,
  authorNamed,
  postBy,
  postView
} from "../../../support/networks/AppViewStandIn.ts"
import type { FaultyServer } from "../../../support/networks/FaultyServer.ts"

const ann = authorNamed("ann")
const bob = authorNamed("bob")
const codeFor = (uri: string): string => codeOfUri(uri) ?? assert.fail(`${uri} has no code`)

interface Network {
  readonly network: AppViewStandIn
  readonly server: FaultyServer
  readonly reads: LiveReads
}

const networkTest = (name: string, test: (network: Network) => Effect.Effect<void, unknown>) =>
  it.live(name, () =>
    Effect.gen(function* () {
      const network = new AppViewStandIn()
      const server = yield* appViewServer(network)
      const client = yield* makeNetworkClient(server.url, Option.none())
      yield* test({ network, server, reads: makeBlueskyReads(makeAppView(client), 1) })
    }).pipe(Effect.scoped, Effect.provide(NodeHttpClient.layerUndici))
  )

networkTest("a post is read with its author, its counts and its media; quotes are reposts", ({ network, reads }) =>
  Effect.gen(function* () {
    const root = postBy(ann, "3root")
    const embed = {
      $type: "app.bsky.embed.recordWithMedia#view",
      record: { record: { $type: "app.bsky.embed.record#viewNotFound", uri: "at://x", notFound: true } },
      media: { $type: "app.bsky.embed.images#view", images: [{ thumb: "https://t", fullsize: "https://f", alt: "" }] }
    }
    const reply = postBy(bob, "3reply", { parent: root.uri, likes: 4, replies: 3, reposts: 2, quotes: 1, embed })
    network.add(root, reply)
    const code = codeFor(reply.uri)
    const { post, author } = Result.getOrThrow((yield* reads.posts([code])).get(code) ?? assert.fail("not read"))
    assert.deepStrictEqual(post, {
      type: "post",
      code,
      url: `https://bsky.app/profile/${bob.did}/post/3reply`,
      caption: "this is the plain post 3reply",
      author_id: bob.did,
      username: bob.handle,
      post_timestamp: Date.parse(reply.createdAt) / 1_000,
      is_reply: true,
      reply_to: codeFor(root.uri),
      like_count: 4,
      reply_count: 3,
      repost_count: 3,
      media_url: ["https://f"],
      language: "en"
    })
    assert.deepInclude(author, { username: bob.handle, full_name: "BOB" })
  })
)

networkTest(
  "many posts are read in batches of 25; what the network does not have is missing",
  ({ network, reads, server }) =>
    Effect.gen(function* () {
      const posts = Array.from({ length: 60 }, (_, index) => postBy(ann, `3k${index}`, { likes: index }))
      network.add(...posts)
      const codes = [
        ...posts.map(({ uri }) => codeFor(uri)),
        codeFor(postBy(bob, "3gone").uri),
        "simulated",
        "a.example!1"
      ]
      const read = yield* reads.posts(codes)
      assert.strictEqual(server.requests.length, 3)
      assert.deepStrictEqual([...read.keys()].toSorted(), posts.map(({ uri }) => codeFor(uri)).toSorted())
    })
)

networkTest(
  "an unknown embed and a declared time in the future do no harm; a malformed post fails alone",
  ({ network, reads }) =>
    Effect.gen(function* () {
      const odd = postBy(ann, "3odd", { embed: { $type: "app.bsky.embed.hologram#view", images: 7, media: { x: [] } } })
      const future = postBy(ann, "3future", { createdAt: "2036-01-01T00:00:00Z" })
      const broken = postBy(ann, "3broken")
      network.add(odd, future, broken)
      network.odd.set(broken.uri, { ...postView(broken), record: { text: 7 } })
      const read = yield* reads.posts([odd, future, broken].map(({ uri }) => codeFor(uri)))
      const of = (uri: string) => read.get(codeFor(uri)) ?? assert.fail("missing")
      assert.deepStrictEqual(Result.getOrThrow(of(odd.uri)).post.media_url, [])
      assert.strictEqual(
        Result.getOrThrow(of(future.uri)).post.post_timestamp,
        Date.parse("2026-11-20T10:00:01Z") / 1_000
      )
      assert.isTrue(Result.isFailure(of(broken.uri)))
    })
)

networkTest("marks and times are those of the stream; null and malformed fields lose no post", ({ network, reads }) =>
  Effect.gen(function* () {
    const [marked, bare, timeless] = [postBy(ann, "3marked"), postBy(ann, "3bare"), postBy(bob, "3timeless")]
    network.add(marked, bare, timeless)
    const viewOf = (post: typeof marked, record: object, fields: object = {}) =>
      network.odd.set(post.uri, { ...postView(post), ...fields, record: { text: "看 a.example/x", ...record } })
    const features = [{ $type: "app.bsky.richtext.facet#link", uri: "https://a.example/x" }]
    viewOf(marked, {
      createdAt: "2026-11-01T00:00:00+08:00",
      facets: [{ index: { byteStart: 4, byteEnd: 15 }, features }, null]
    })
    const nulls = { facets: null, langs: null, reply: null, embed: null, labels: null }
    const author = { ...postView(bare).author, displayName: null, avatar: null }
    viewOf(bare, { ...nulls, createdAt: "2026-11-01" }, { author, embed: null, likeCount: null, quoteCount: -1 })
    viewOf(timeless, { createdAt: null, langs: {}, reply: {} }, { indexedAt: "2026-11-20T10:00:01" })
    const before = Date.now() / 1_000
    const read = yield* reads.posts([marked, bare, timeless].map(({ uri }) => codeFor(uri)))
    const of = (uri: string) => Result.getOrThrow(read.get(codeFor(uri)) ?? assert.fail("missing"))
    assert.deepInclude(of(marked.uri).post, {
      post_timestamp: Date.UTC(2026, 9, 31, 16) / 1_000,
      marks: [{ start: 2, end: 13, kind: "link" }]
    })
    const { post, author: profile } = of(bare.uri)
    assert.deepInclude(post, {
      post_timestamp: Date.UTC(2026, 10, 20, 10, 0, 1) / 1_000,
      is_reply: false,
      language: null
    })
    assert.notProperty(post, "marks")
    assert.notProperty(post, "like_count")
    assert.strictEqual(profile?.full_name, "")
    assert.isAtLeast(of(timeless.uri).post.post_timestamp, before)
    assert.deepInclude(of(timeless.uri).post, { is_reply: true, reply_to: null, language: null })
  })
)

networkTest("profiles are read by handle, in any case, and by DID", ({ network, reads }) =>
  Effect.gen(function* () {
    network.add(postBy(ann, "3a"), postBy(bob, "3b"))
    const names = ["Ann.Example.com", bob.did, "nobody.example.com", "no handle", "x"]
    const read = yield* reads.users(names)
    assert.deepStrictEqual([...read.keys()], ["Ann.Example.com", bob.did])
    const profile = Result.getOrThrow(read.get("Ann.Example.com") ?? assert.fail("missing"))
    assert.deepStrictEqual(profile, {
      type: "user",
      author_id: ann.did,
      username: ann.handle,
      full_name: "ANN",
      profile_picture: `https://cdn.example/avatar/${ann.did}`,
      biography: `About ${ann.handle}`,
      follower_count: 10,
      following_count: 5,
      post_count: 7
    })
    assert.strictEqual(Result.getOrThrow(read.get(bob.did) ?? assert.fail("missing")).username, bob.handle)
  })
)

networkTest("replies come in the order of the thread, without what is blocked, up to a limit", ({ network, reads }) =>
  Effect.gen(function* () {
    const root = postBy(ann, "3root")
    const first = postBy(bob, "3first", { parent: root.uri })
    const below = postBy(ann, "3below", { parent: first.uri })
    const second = postBy(bob, "3second", { parent: root.uri })
    network.add(root, first, below, second)
    const keys = (atMost: number) =>
      Effect.map(reads.replies(codeFor(root.uri), atMost), (found) =>
        found.map(({ post }) => post.caption.slice(-6).trim())
      )
    assert.deepStrictEqual(yield* keys(10), ["3first", "3below", "second"])
    assert.deepStrictEqual(yield* keys(2), ["3first", "3below"])
    assert.deepStrictEqual(yield* reads.replies(codeFor(postBy(bob, "3gone").uri), 10), [])
  })
)

networkTest("each fault is a failure of the source, and the next read works", ({ network, reads, server }) =>
  Effect.gen(function* () {
    const post = postBy(ann, "3a")
    network.add(post)
    const codes = [codeFor(post.uri)]
    for (const fault of ["broken", "cut", "malformed"] as const) {
      server.faults.push(fault)
      assert.strictEqual((yield* Effect.flip(reads.posts(codes)))._tag, "SourceUnavailable", fault)
      assert.strictEqual((yield* reads.posts(codes)).size, 1)
    }
    server.faults.push("slow")
    assert.strictEqual((yield* reads.posts(codes)).size, 1)
  })
)

networkTest("a busy network is left alone for as long as it asks", ({ network, reads, server }) =>
  Effect.gen(function* () {
    const post = postBy(ann, "3a")
    network.add(post)
    server.faults.push("busy")
    const refused = yield* Effect.flip(reads.posts([codeFor(post.uri)]))
    assert.deepInclude(refused, { _tag: "SourceRateLimited", retryAfterMillis: 1_000 })
    const asked = server.requests.length
    assert.strictEqual((yield* Effect.flip(reads.posts([codeFor(post.uri)])))._tag, "SourceRateLimited")
    assert.strictEqual(server.requests.length, asked, "asked again although it is to be left alone")
  })
)

networkTest("of several batches, those that were answered count", ({ network, reads, server }) =>
  Effect.gen(function* () {
    const posts = Array.from({ length: 50 }, (_, index) => postBy(ann, `3k${index}`))
    network.add(...posts)
    server.faults.push("broken")
    const read = yield* reads.posts(posts.map(({ uri }) => codeFor(uri)))
    assert.strictEqual(read.size, 50)
    assert.strictEqual([...read.values()].filter(Result.isFailure).length, 25)
  })
)
