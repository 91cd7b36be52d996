/** Slices of accounts by name have each account once, however long each answer takes. */
import { assert } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { scanAuthors, type AuthorRange } from "../../../src/store/scan/ChunkedScan.ts"
import { compareCodes } from "../../../src/store/posts/PostsByCode.ts"
import { Ingestion } from "../../../src/sources/ingestion/Ingestion.ts"
import { origin } from "../../support/Posts.ts"
import { forgetAll } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"

/** As they may come: letters in both cases, other scripts, characters of two code units, names that begin others. */
const nameOf = (index: number): string => ["a", "A", "é", "台積", "😀", "~", "a_", "Z."][index % 8] + String(index)

const write = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  yield* forgetAll
  yield* (yield* Ingestion).write(
    names.map((username) => ({ type: "user", username })),
    origin
  )
})

/** The slices asked about; each answer takes so long. */
const asked = Effect.fnUntraced(function* (tookMillis: (slice: AuthorRange) => number, atMost = Infinity) {
  const sql = yield* SqlClient.SqlClient
  const seen: Array<AuthorRange> = []
  yield* scanAuthors(sql, (slice) => {
    seen.push(slice)
    return TestClock.adjust(tookMillis(slice))
  }).pipe(Stream.take(atMost), Stream.runDrain)
  return seen
})

onAnyDatabaseWith("Slices of accounts", { services: TestServices }, (it) => {
  for (const tookMillis of [0, 15, 60, 1_000]) {
    it.effect(`have each account once where an answer takes ${tookMillis} ms`, () =>
      Effect.gen(function* () {
        const names = Array.from({ length: 1_234 }, (_, index) => nameOf(index))
        yield* write(names)
        const seen = yield* asked(() => tookMillis)
        const inside = (name: string) =>
          seen.filter(({ first, last }) => compareCodes(name, first) >= 0 && compareCodes(name, last) <= 0).length
        assert.deepStrictEqual(
          names.filter((name) => inside(name) !== 1),
          []
        )
        assert.isAbove(seen.length, 1)
      })
    )
  }

  it.effect("are smaller where answers are slow, unless that does not help, and never below 50", () =>
    Effect.gen(function* () {
      yield* write(Array.from({ length: 1_000 }, (_, index) => `n${String(index).padStart(4, "0")}`))
      const sizeOf = ({ first, last }: AuthorRange) => Number(last.slice(1)) - Number(first.slice(1)) + 1
      const sizes = Effect.fnUntraced(function* (tookMillis: (slice: AuthorRange) => number) {
        return (yield* asked(tookMillis)).map(sizeOf)
      })
      assert.deepStrictEqual(yield* sizes(() => 0), [500, 500])
      assert.deepStrictEqual(yield* sizes(() => 81), [500, 250, 250])
      assert.deepStrictEqual(yield* sizes((slice) => sizeOf(slice)), [500, 250, 125, 63, 50, 12])
    })
  )

  it.effect("are none without authors, and end when the consumer stops", () =>
    Effect.gen(function* () {
      yield* write([])
      assert.deepStrictEqual(yield* asked(() => 0), [])
      yield* write(Array.from({ length: 600 }, (_, index) => nameOf(index)))
      assert.lengthOf(yield* asked(() => 0, 1), 1)
    })
  )
})
