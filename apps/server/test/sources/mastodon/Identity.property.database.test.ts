/** Who an author is on Mastodon: after every step of a random walk, each account has its own posts and name, at both instances. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { statusBatch } from "../../../src/sources/mastodon/StatusBatch.ts"
import { SourceBatches } from "../../../src/store/batches/SourceBatches.ts"
import { MastodonWalk, mastodonWalk } from "../../support/identity/MastodonWalk.ts"
import { forEvery } from "../../support/Property.ts"
import { codeOfUri } from "../../../src/sources/mastodon/MastodonCode.ts"
import { forgetAll } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"

const startMillis = Date.UTC(2026, 10, 20, 12)
const walksAtOnce = 40
const hosts = ["j.example", "k.example"] as const

interface Stored {
  readonly id: string
  readonly authorId: string
  readonly username: string | null
  readonly codes: ReadonlyArray<string>
}

const storedAt = Effect.fnUntraced(function* (source: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<Stored>`
    SELECT l.id, l.author_id, n.username, coalesce(
      (SELECT jsonb_agg(p.code ORDER BY p.code) FROM posts p WHERE p.author_id = l.author_id), '[]') AS codes
    FROM author_aliases l JOIN author_names n ON n.author_id = l.author_id WHERE l.source = ${source}`
  return new Map(rows.map((row) => [row.id, row]))
})

onAnyDatabaseWith("Authors of Mastodon", { services: TestServices }, (it) => {
  let walked = 0

  it.effect(
    "keep what is theirs, whatever they and others are called, at all instances",
    () =>
      forEvery(
        fc.array(mastodonWalk, { minLength: 1, maxLength: walksAtOnce, size: "max" }),
        runs(5),
        Effect.fnUntraced(function* (drawn) {
          yield* forgetAll
          const batches = yield* SourceBatches
          const walks = drawn.map((actions) => new MastodonWalk(actions, (walked += 1)))
          for (let step = 0; step < Math.max(...walks.map(({ steps }) => steps)); step += 1) {
            const millis = startMillis + step * 10_000
            yield* TestClock.setTime(millis + 1)
            const told = walks.map((walk) => (step < walk.steps ? walk.eventsAt(step, millis) : ([[], []] as const)))
            for (const [instance, host] of hosts.entries()) {
              const source = `mastodon ${host}`
              const events = told.flatMap((one) => one[instance] ?? [])
              const { batch } = yield* statusBatch(source, host, events, new Date(millis))
              assert.deepStrictEqual(batch.rejected, [])
              yield* batches.store(batch, { source, urlTemplate: "" })
            }
            const [here, there] = [yield* storedAt(`mastodon ${hosts[0]}`), yield* storedAt(`mastodon ${hosts[1]}`)]
            for (const walk of walks) {
              for (const person of walk.people) {
                const one = here.get(walk.idOf(person, 0))
                const shown = person.posts.filter(({ shownAt }) => shownAt.size > 0)
                const codes = shown.flatMap(({ uri }) => {
                  const code = codeOfUri(uri)
                  return code._tag === "Some" ? [code.value] : []
                })
                assert.strictEqual(there.get(walk.idOf(person, 1))?.authorId, one?.authorId)
                assert.deepStrictEqual(one?.codes, codes.toSorted(), `posts after step ${step}`)
                assert.strictEqual(one?.username, walk.labelOf(person), `name after step ${step}`)
              }
            }
          }
        })
      ),
    120_000 * runs(1)
  )
})
