/**
 * A Mastodon instance as a source: what is stored after streams that break off, pages that repeat, deletions, boosts and
 * malformed events equals the public posts of the instance.
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import {
  codeFor,
  domain,
  entityOf,
  type MadeUpStatus,
  type MastodonStandIn,
  mastodonWith,
  statusAt,
  streamToken
} from "../../support/networks/MastodonStandIn.ts"
import { eventually, follow } from "../../support/FollowedSource.ts"
import { forEvery } from "../../support/Property.ts"
import { forgetAll } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"

const begin = Date.now() - 3_600_000

interface StoredPost {
  readonly code: string
  readonly likeCount: number
  readonly replyCount: number
  readonly repostCount: number
}

const stored = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<StoredPost>`SELECT code, like_count, reply_count, repost_count FROM posts ORDER BY code`
})

/** What the instance shows to everybody. */
const shown = ({ statuses }: MastodonStandIn): ReadonlyArray<StoredPost> =>
  [...statuses.values()]
    .filter(({ visibility }) => visibility === "public")
    .map((status) => ({
      code: codeFor(status),
      likeCount: status.likes,
      replyCount: status.replies,
      repostCount: status.boosts
    }))
    .toSorted((one, other) => (one.code < other.code ? -1 : 1))

const isStored = (instance: MastodonStandIn) =>
  Effect.map(stored, (rows) => JSON.stringify(rows) === JSON.stringify(shown(instance)))

const streamIsOpen = (instance: MastodonStandIn) =>
  eventually(
    "the stream is open",
    Effect.sync(() => instance.streamCount > 0)
  )

const instanceWith = Effect.fnUntraced(function* (token: string | null) {
  yield* forgetAll
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM source_cursors`
  yield* sql`DELETE FROM network_ids`
  yield* sql`DELETE FROM rejected_events`
  return yield* mastodonWith(token)
})

onAnyDatabase("the source mastodon", (_name, database) => {
  const services = Layer.mergeAll(TestServices, NodeHttpClient.layerUndici).pipe(Layer.provideMerge(database))
  layer(services, { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    it.effect("stores what the timeline has and what the stream tells, with authors and parents", () =>
      Effect.gen(function* () {
        const { instance, source } = yield* instanceWith(streamToken)
        const root = statusAt(begin, 1, { likes: 3, boosts: 2, replies: 1 })
        instance.postUnseen(root)
        yield* follow(source)
        yield* streamIsOpen(instance)
        const reply = statusAt(begin + 1_000, 2, { inReplyToId: root.id, acct: "bob@other.example" })
        instance.post(reply)
        instance.post(statusAt(begin + 2_000, 3, { visibility: "unlisted" }))
        yield* eventually("both are stored", isStored(instance))
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql`
          SELECT n.username, p.caption, p.reply_to, p.source, p.url
          FROM posts p JOIN author_names n USING (author_id) ORDER BY p.posted_at`
        const name = source.name
        assert.deepStrictEqual(rows, [
          {
            username: `ann@${domain}`,
            caption: "this is the plain post 1",
            replyTo: null,
            source: name,
            url: `https://${domain}/@ann/${root.id}`
          },
          {
            username: "bob@other.example",
            caption: "this is the plain post 2",
            replyTo: codeFor(root),
            source: name,
            url: `https://${domain}/@ann/${reply.id}`
          }
        ])
        const authors = yield* sql`
          SELECT n.username, a.follower_count, a.biography
          FROM authors a JOIN author_names n USING (author_id) ORDER BY n.username`
        assert.deepStrictEqual(authors, [
          { username: `ann@${domain}`, followerCount: 12, biography: "About me" },
          { username: "bob@other.example", followerCount: 12, biography: "About me" }
        ])
      }).pipe(Effect.scoped)
    )

    it.effect("edits bring counts, boosts those of what they boost, and a deletion removes the post", () =>
      Effect.gen(function* () {
        const { instance, source } = yield* instanceWith(streamToken)
        yield* follow(source)
        yield* streamIsOpen(instance)
        const [one, other] = [statusAt(begin, 1), statusAt(begin + 1, 2)]
        instance.post(one)
        instance.post(other)
        yield* eventually("both are stored", isStored(instance))
        one.likes = 5
        instance.sendEvent("status.update", JSON.stringify(entityOf(one)))
        other.boosts = 1
        const boost = { ...entityOf(statusAt(begin + 2, 3, { content: "" })), reblog: entityOf(other) }
        instance.sendEvent("update", JSON.stringify(boost))
        yield* eventually("counts have moved", isStored(instance))
        instance.delete(one.id)
        // Of something that was never stored, and of another kind.
        instance.delete("1")
        instance.sendEvent("filters_changed", "")
        yield* eventually("one is gone", isStored(instance))
      }).pipe(Effect.scoped)
    )

    it.effect("malformed events are kept for the operator and stop nothing", () =>
      Effect.gen(function* () {
        const { instance, source } = yield* instanceWith(streamToken)
        yield* follow(source)
        yield* streamIsOpen(instance)
        instance.sendEvent("update", '{"id":')
        instance.sendEvent("update", JSON.stringify({ ...entityOf(statusAt(begin, 1)), content: 7 }))
        instance.sendEvent("update", JSON.stringify({ ...entityOf(statusAt(begin, 2)), visibility: null }))
        instance.post(statusAt(begin, 3))
        yield* eventually("the good one is stored", isStored(instance))
        const sql = yield* SqlClient.SqlClient
        // The timeline may bring the good one before the stream does.
        yield* eventually(
          "the others are kept",
          Effect.map(sql`SELECT 1 FROM rejected_events WHERE source = ${source.name}`, ({ length }) => length === 3)
        )
      }).pipe(Effect.scoped)
    )

    it.effect("without a token, the timeline alone is read, again and again", () =>
      Effect.gen(function* () {
        const { instance, source } = yield* instanceWith(null)
        instance.postUnseen(statusAt(begin, 1))
        const fiber = yield* follow(source)
        yield* eventually("the first is stored", isStored(instance))
        assert.strictEqual(instance.streamCount, 0)
        instance.postUnseen(statusAt(begin + 1, 2))
        yield* eventually("the second is stored", isStored(instance))
        yield* Fiber.interrupt(fiber)
      }).pipe(Effect.scoped)
    )

    it.effect("a refused token says what to set", () =>
      Effect.gen(function* () {
        const { source } = yield* instanceWith("wrong")
        const error = yield* Effect.flip(Stream.runDrain(source.batches(null)))
        assert.include(error.message, "HEDDLE_MASTODON_TOKENS")
      }).pipe(Effect.scoped)
    )

    const action = fc.oneof(
      { weight: 6, arbitrary: fc.constant("post" as const) },
      { weight: 2, arbitrary: fc.constant("unseen" as const) },
      { weight: 2, arbitrary: fc.constant("like" as const) },
      { weight: 1, arbitrary: fc.constant("delete" as const) },
      { weight: 1, arbitrary: fc.constant("repeat" as const) },
      { weight: 1, arbitrary: fc.constant("garbage" as const) },
      { weight: 1, arbitrary: fc.constant("cut" as const) },
      { weight: 1, arbitrary: fc.constant("half an event" as const) }
    )

    it.effect(
      "whatever happens on the way, the posts of the instance are stored with their counts",
      () =>
        forEvery(fc.array(fc.tuple(action, fc.nat(1_000)), { maxLength: 25 }), runs(6), (actions) =>
          Effect.gen(function* () {
            const { instance, source } = yield* instanceWith(streamToken)
            yield* follow(source)
            yield* streamIsOpen(instance)
            let serial = 0
            const any = (choice: number) =>
              [...instance.statuses.values()][choice % Math.max(1, instance.statuses.size)]
            for (const [what, choice] of actions) {
              serial++
              const chosen = any(choice)
              if (what === "post") instance.post(statusAt(begin + serial * 10 - (choice % 7), serial))
              else if (what === "garbage") instance.sendEvent("update", `{"id":${choice}`)
              else if (what === "cut") instance.cutStreams()
              else if (what === "half an event") {
                instance.send('event: update\ndata: {"id":"1","uri"')
                instance.cutStreams()
              } else if (what === "unseen") {
                instance.cutStreams()
                instance.postUnseen(statusAt(begin + serial * 10, serial))
              } else if (chosen !== undefined) {
                if (what === "like") {
                  chosen.likes++
                  instance.sendEvent("status.update", JSON.stringify(entityOf(chosen)))
                } else if (what === "repeat") instance.sendEvent("update", JSON.stringify(entityOf(chosen)))
                else {
                  yield* eventually("it is known", isKnown(chosen))
                  yield* streamIsOpen(instance)
                  instance.delete(chosen.id)
                  // A stream that is cut now may not have told it; then a check finds out.
                  yield* eventually(
                    "it is gone",
                    Effect.map(isKnown(chosen), (known) => !known)
                  )
                }
              }
            }
            yield* streamIsOpen(instance)
            // The stream carries no counts of its own accord: an edit tells the last ones.
            for (const status of instance.statuses.values()) {
              instance.sendEvent("status.update", JSON.stringify(entityOf(status)))
            }
            yield* eventually(`all is stored after ${JSON.stringify(actions)}`, isStored(instance))
          }).pipe(Effect.scoped)
        ),
      600_000
    )
  })
})

const isKnown = (status: MadeUpStatus) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return (yield* sql`SELECT 1 FROM posts WHERE code = ${codeFor(status)}`).length > 0
  })
