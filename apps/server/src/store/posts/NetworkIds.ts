/** The ids by which a source knows posts (the table `network_ids`). */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { listed, recordset } from "../../database/client/Recordset.ts"
import { now, startOf } from "../../runtime/Time.ts"
import { firstRetainedDay } from "./PostPartitions.ts"

export interface NetworkId {
  readonly id: string
  readonly code: string
  readonly postedAt: Date
}

const columns = { id: "text", code: "text", postedAt: "timestamptz" } as const

export class NetworkIds extends Context.Service<
  NetworkIds,
  {
    /** Remembers ids. Those that are known stay as they are. */
    remember(source: string, ids: ReadonlyArray<NetworkId>): Effect.Effect<void>
    /** The codes of those ids that are known. */
    codesOf(source: string, ids: ReadonlyArray<string>): Effect.Effect<ReadonlyMap<string, string>>
    /** The ids of those codes that are known. */
    idsOf(source: string, codes: ReadonlyArray<string>): Effect.Effect<ReadonlyMap<string, string>>
    /** Forgets the ids of posts that are past retention. */
    readonly forgetOld: Effect.Effect<void>
  }
>()("@heddle/server/store/posts/NetworkIds") {
  static readonly layer = Layer.effect(
    NetworkIds,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const remember = Effect.fn("NetworkIds.remember")(function* (source: string, ids: ReadonlyArray<NetworkId>) {
        const distinct = new Map(ids.map((one) => [one.id, one]))
        if (distinct.size === 0) return
        // In one order, so that two processes that remember the same ids cannot wait for each other.
        yield* sql`
          INSERT INTO network_ids (source, id, code, posted_at)
          SELECT ${source}, n.id, n.code, n.posted_at FROM ${recordset(sql, "n", columns, [...distinct.values()])}
          ORDER BY n.id COLLATE "C" ON CONFLICT (source, id) DO NOTHING`
      }, Effect.orDie)

      const known = (source: string, column: "id" | "code", values: ReadonlyArray<string>) =>
        values.length === 0
          ? Effect.succeed([])
          : sql<{ id: string; code: string }>`
              SELECT id, code FROM network_ids WHERE source = ${source} AND ${sql.literal(column)} IN ${listed(values)}`

      const codesOf = Effect.fn("NetworkIds.codesOf")(function* (source: string, ids: ReadonlyArray<string>) {
        return new Map((yield* known(source, "id", ids)).map(({ id, code }) => [id, code]))
      }, Effect.orDie)

      const idsOf = Effect.fn("NetworkIds.idsOf")(function* (source: string, codes: ReadonlyArray<string>) {
        return new Map((yield* known(source, "code", codes)).map(({ id, code }) => [code, id]))
      }, Effect.orDie)

      const forgetOld = Effect.gen(function* () {
        const retainedFrom = startOf(firstRetainedDay(yield* now))
        yield* sql`DELETE FROM network_ids WHERE posted_at < ${retainedFrom}`
      }).pipe(Effect.orDie, Effect.withSpan("NetworkIds.forgetOld"))

      return NetworkIds.of({ remember, codesOf, idsOf, forgetOld })
    })
  )
}
