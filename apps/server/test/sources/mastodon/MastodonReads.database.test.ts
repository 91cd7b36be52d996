/** Live reads of a Mastodon instance: posts it streamed, posts it has to look for, accounts, threads, and faults. */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { NetworkIds } from "../../../src/store/posts/NetworkIds.ts"
import {
  codeFor,
  domain,
  type MadeUpStatus,
  mastodonWith,
  statusAt,
  streamToken
} from "../../support/networks/MastodonStandIn.ts"
import { TestServices } from "../../support/TestServices.ts"

const begin = Date.now() - 3_600_000

const instanceWith = Effect.fnUntraced(function* (token: string | null) {
  const { instance, server, source } = yield* mastodonWith(token)
  const { live, name } = source
  const networkIds = yield* NetworkIds
  /** As if the source had streamed them. */
  const streamed = (...statuses: ReadonlyArray<MadeUpStatus>) =>
    networkIds.remember(
      name,
      statuses.map((status) => ({ id: status.id, code: codeFor(status), postedAt: new Date(status.createdAt) }))
    )
  return { instance, server, live, name, streamed }
})

onAnyDatabase("Live reads of Mastodon", (_name, database) => {
  const services = Layer.mergeAll(TestServices, NodeHttpClient.layerUndici).pipe(Layer.provideMerge(database))
  layer(services, { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    for (const isOld of [false, true]) {
      it.effect(`posts have the counts of this moment${isOld ? ", one by one where there are no batches" : ""}`, () =>
        Effect.gen(function* () {
          const { instance, live, server, streamed } = yield* instanceWith(streamToken)
          instance.isOld = isOld
          const posts = Array.from({ length: 30 }, (_, index) => statusAt(begin + index, index, { likes: index }))
          for (const post of posts) instance.postUnseen(post)
          yield* streamed(...posts)
          const gone = statusAt(begin, 99)
          yield* streamed(gone)
          const read = yield* live.posts([...posts.map(codeFor), codeFor(gone), "3k~did:plc:x", "simulated"])
          assert.deepStrictEqual(
            [...read].map(([code, one]) => [code, Result.getOrThrow(one).post.like_count]).toSorted(),
            posts.map((post) => [codeFor(post), post.likes]).toSorted()
          )
          if (!isOld) assert.strictEqual(server.requests.filter((path) => path.includes("id%5B%5D")).length, 2)
        }).pipe(Effect.scoped)
      )
    }

    it.effect("an account that is known by its id is read under its new name", () =>
      Effect.gen(function* () {
        const { instance, live, server, streamed } = yield* instanceWith(streamToken)
        const post = statusAt(begin, 5, { acct: "zoe" })
        instance.postUnseen(post)
        yield* streamed(post)
        const author = Result.getOrThrow((yield* live.posts([codeFor(post)])).get(codeFor(post)) ?? assert.fail()).post
        const { host } = new URL(server.url)
        assert.strictEqual(author.author_id, `${post.accountId}@${host}`)
        post.acct = "zoe-renamed"
        const id = author.author_id ?? assert.fail("no id")
        const read = Result.getOrThrow((yield* live.users([id])).get(id) ?? assert.fail("not read"))
        assert.deepInclude(read, { author_id: id, username: `zoe-renamed@${domain}` })
      }).pipe(Effect.scoped)
    )

    it.effect("a post that was never streamed is looked for, which needs a token", () =>
      Effect.gen(function* () {
        const remote = statusAt(begin, 7, { uri: "https://other.example/notes/x7", acct: "bob@other.example" })
        const hidden = statusAt(begin, 8, { uri: "https://other.example/notes/x8", visibility: "private" })
        const codes = [remote, hidden].map(codeFor)
        const known = yield* instanceWith(streamToken)
        known.instance.postUnseen(remote)
        known.instance.postUnseen(hidden)
        const read = yield* known.live.posts(codes)
        assert.deepStrictEqual([...read.keys()], [codeFor(remote)])
        // From now on its id is known.
        known.server.requests.length = 0
        yield* known.live.posts([codeFor(remote)])
        assert.isFalse(known.server.requests.some((path) => path.startsWith("/api/v2/search")))
        const stranger = yield* instanceWith(null)
        stranger.instance.postUnseen(remote)
        assert.strictEqual((yield* Effect.flip(stranger.live.posts([codeFor(remote)])))._tag, "SourceUnavailable")
      }).pipe(Effect.scoped)
    )

    it.effect("accounts are read with their counts, under the name asked for", () =>
      Effect.gen(function* () {
        const { instance, live } = yield* instanceWith(null)
        instance.postUnseen(statusAt(begin, 1))
        const read = yield* live.users([`ann@${domain}`, `nobody@${domain}`, "no account"])
        assert.deepStrictEqual([...read.keys()], [`ann@${domain}`])
        assert.deepInclude(Result.getOrThrow(read.get(`ann@${domain}`) ?? assert.fail("missing")), {
          username: `ann@${domain}`,
          full_name: "ANN",
          biography: "About me",
          follower_count: 12
        })
      }).pipe(Effect.scoped)
    )

    it.effect("replies know their parents", () =>
      Effect.gen(function* () {
        const { instance, live, streamed } = yield* instanceWith(null)
        const root = statusAt(begin, 1)
        const reply = statusAt(begin + 1, 2, { inReplyToId: root.id })
        const below = statusAt(begin + 2, 3, { inReplyToId: reply.id })
        for (const status of [root, reply, below]) instance.postUnseen(status)
        instance.postUnseen(statusAt(begin + 3, 4, { inReplyToId: root.id, visibility: "unlisted" }))
        yield* streamed(root)
        const read = yield* live.replies(codeFor(root), 10)
        assert.deepStrictEqual(
          read.map(({ post }) => [post.code, post.reply_to]),
          [
            [codeFor(reply), codeFor(root)],
            [codeFor(below), codeFor(reply)]
          ]
        )
        assert.deepStrictEqual(yield* live.replies(codeFor(statusAt(begin, 99)), 10), [])
      }).pipe(Effect.scoped)
    )

    it.effect("each fault is a failure of the source, never a missing post", () =>
      Effect.gen(function* () {
        const { instance, live, server, streamed } = yield* instanceWith(streamToken)
        const post = statusAt(begin, 1)
        instance.postUnseen(post)
        yield* streamed(post)
        for (const fault of ["broken", "cut", "malformed"] as const) {
          server.faults.push(fault)
          assert.strictEqual((yield* Effect.flip(live.posts([codeFor(post)])))._tag, "SourceUnavailable", fault)
          assert.strictEqual((yield* live.posts([codeFor(post)])).size, 1)
        }
        server.faults.push("busy")
        assert.strictEqual((yield* Effect.flip(live.posts([codeFor(post)])))._tag, "SourceRateLimited")
      }).pipe(Effect.scoped)
    )

    it.effect("ids are forgotten with their posts, and those of two instances do not mix", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const ids = yield* NetworkIds
        yield* ids.remember("one", [{ id: "1", code: "a", postedAt: new Date() }])
        yield* ids.remember("two", [{ id: "1", code: "b", postedAt: new Date(0) }])
        assert.deepStrictEqual(yield* ids.codesOf("one", ["1", "2"]), new Map([["1", "a"]]))
        assert.deepStrictEqual(yield* ids.idsOf("two", ["a", "b"]), new Map([["b", "1"]]))
        yield* ids.forgetOld
        assert.deepStrictEqual(yield* sql`SELECT source FROM network_ids WHERE source IN ('one', 'two')`, [
          { source: "one" }
        ])
      })
    )
  })
})
