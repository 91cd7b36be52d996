/** Who an author is on Bluesky: after every step of a random walk, each account has its own posts, profile and name. */
import { assert } from "@effect/vitest"
import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { frameOf } from "../../../../../test/support/jetstream/Events.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { TopThreads } from "../../../src/queries/authors/TopThreads.ts"
import { blueskyName, HandleLookup, makeEventBatches } from "../../../src/sources/bluesky/EventBatch.ts"
import { readLegacy } from "../../../src/sources/bluesky/wire/LegacyWire.ts"
import { SourceBatches } from "../../../src/store/batches/SourceBatches.ts"
import { BlueskyWalk, blueskyWalk, stepsOf } from "../../support/identity/BlueskyWalk.ts"
import { forEvery } from "../../support/Property.ts"
import { forgetAll } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"

const startMillis = Date.UTC(2026, 10, 20, 12)
const stepMillis = 10_000
/** Side by side, so that a statement serves many of them. */
const walksAtOnce = 40

interface Stored {
  readonly did: string
  readonly username: string | null
  readonly hasProfile: boolean
  readonly posts: ReadonlyArray<readonly [string, string | null, string | null]>
}

const storedOf = Effect.fnUntraced(function* (dids: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<Stored>`
    SELECT d.did, n.username, EXISTS (SELECT FROM authors a WHERE a.author_id = d.did) AS has_profile,
      coalesce((
        SELECT jsonb_agg(jsonb_build_array(p.code, p.reply_to, r.reply_to_author_id) ORDER BY p.code)
        FROM posts p LEFT JOIN replies r ON r.code = p.code WHERE p.author_id = d.did
      ), '[]') AS posts
    FROM json_array_elements_text(${JSON.stringify(dids)}::json) AS d (did)
    LEFT JOIN author_names n ON n.author_id = d.did`
  return new Map(rows.map((row) => [row.did, row]))
})

/** What a customer sees under each handle: the root posts of the account that has it. */
const checkNames = Effect.fnUntraced(function* (walk: BlueskyWalk, stored: ReadonlyMap<string, Stored>) {
  const threads = yield* TopThreads
  for (const handle of walk.handleNames) {
    const holder = [...stored.values()].find(({ username }) => username === handle)?.did
    const roots = walk.postsOf(holder ?? "").flatMap(([code, parent]) => (parent === null ? [code] : []))
    const answered = yield* Effect.result(threads.of(handle.toUpperCase(), { limit: 100 }))
    const codes = Result.isSuccess(answered) ? answered.success.data.map(({ code }) => code) : []
    assert.sameMembers([...codes], roots)
  }
})

onAnyDatabaseWith("Authors of Bluesky", { services: TestServices }, (it) => {
  let walked = 0

  it.effect(
    "keep what is theirs, whatever they and others are called, and lose it when they are gone",
    () =>
      forEvery(
        fc.array(blueskyWalk, { minLength: 1, maxLength: walksAtOnce, size: "max" }),
        runs(5),
        Effect.fnUntraced(function* (drawn) {
          yield* forgetAll
          const batches = yield* SourceBatches
          const walks = drawn.map((one) => new BlueskyWalk(one, (walked += 1), startMillis * 1_000))
          const walkOf = new Map(walks.flatMap((walk) => walk.dids.map((did) => [did, walk] as const)))
          let step = 0
          const nowMillis = () => startMillis + step * stepMillis + stepMillis / 2
          const toBatch = yield* Effect.provideService(makeEventBatches, HandleLookup, (dids) =>
            Effect.sync(
              () =>
                new Map(
                  dids.flatMap((did) => {
                    const walk = walkOf.get(did)
                    const handle = walk?.canAskAt(step) === true ? walk.ask(did, nowMillis() * 1_000) : undefined
                    return handle === undefined ? [] : [[did, handle] as const]
                  })
                )
            )
          )
          for (; step < Math.max(...drawn.map(stepsOf)); step += 1) {
            yield* TestClock.setTime(nowMillis())
            const received = walks.flatMap((walk) =>
              walk.eventsAt(step).map((event) => {
                const text = frameOf("legacy", event)
                return { text, message: readLegacy(JSON.parse(text)) }
              })
            )
            const [, made] = yield* toBatch(received, 0)
            for (const batch of made) {
              assert.deepStrictEqual(batch.rejected, [])
              yield* batches.store(batch, { source: blueskyName, urlTemplate: "" })
            }
            const stored = yield* storedOf([...walkOf.keys()])
            for (const [did, walk] of walkOf) {
              const { username, hasProfile, posts } = stored.get(did) ?? assert.fail("no row")
              assert.deepStrictEqual(posts, walk.postsOf(did).toSorted(), `posts of ${did} after step ${step}`)
              assert.strictEqual(hasProfile, walk.hasProfile(did), `profile of ${did} after step ${step}`)
              assert.include(walk.labelsOf(did), username, `name of ${did} after step ${step}`)
            }
          }
          const stored = yield* storedOf([...walkOf.keys()])
          yield* Effect.forEach(walks.slice(0, 2), (walk) => checkNames(walk, pick(stored, walk.dids)), {
            discard: true
          })
        })
      ),
    120_000 * runs(1)
  )
})

const pick = (stored: ReadonlyMap<string, Stored>, dids: ReadonlyArray<string>) =>
  new Map(dids.flatMap((did) => (stored.has(did) ? [[did, stored.get(did) ?? assert.fail(did)] as const] : [])))
