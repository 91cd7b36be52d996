/**
 * Seals what other keys have sealed with the first key, while servers run: one secret a statement, which changes the value
 * that was read or nothing. The only state is the key's id in each value, so an interrupted rotation resumes and
 * concurrent ones do not disturb each other. A key is no longer needed once no value has its id and no running process
 * seals with it.
 */
import { Clock, Context, Effect, Exit, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { isLive, lockKeys } from "./EncryptionKeyCheck.ts"
import { failpoint } from "./Failpoint.ts"
import { keyIdBytes, Secrets } from "./Secrets.ts"

/** A column of sealed values; each module lists its own. */
export interface SealedColumn {
  readonly table: string
  readonly column: string
}

/** Kept answers can be large. */
const batchRows = 100
/** A step ends with the first secrets after this time, so that the caller can report progress. */
const stepMillis = 2_000

export interface RotationStep {
  readonly resealed: number
  /** Values that are sealed with another key than the first. */
  readonly left: number
  /** Running processes whose first key is another one. */
  readonly processes: number
}

export class KeyRotation extends Context.Service<
  KeyRotation,
  {
    /** For about two seconds; deletes the ids of other keys if nothing needs them any more. */
    readonly step: Effect.Effect<RotationStep>
    /** Whether other keys than the first are needed, and by how many values. */
    readonly state: Effect.Effect<{ readonly isDone: boolean; readonly left: number }, SqlError.SqlError>
  }
>()("@heddle/server/runtime/KeyRotation") {
  static readonly layerOf = (columns: ReadonlyArray<SealedColumn>) =>
    Layer.effect(
      KeyRotation,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const secrets = yield* Secrets
        const [first] = secrets.keyIds

        const isLeft = (column: string) =>
          sql`substring(${sql(column)} FROM 1 FOR ${keyIdBytes}::int) <> decode(${first}, 'hex')`

        const reseal = Effect.fnUntraced(function* ({ table, column }: SealedColumn, at: string, sealed: Uint8Array) {
          const plain = yield* Effect.exit(secrets.open(sealed))
          if (Exit.isFailure(plain)) {
            yield* Effect.logWarning(`A secret in ${table} cannot be opened`, plain.cause)
            return false
          }
          const changed = yield* sql`
            UPDATE ${sql(table)} SET ${sql(column)} = ${secrets.seal(plain.value)}
            WHERE ctid = ${at}::text::tid AND ${sql(column)} = ${sealed} RETURNING 1`
          yield* failpoint("rotation.afterSecret")
          return changed.length > 0
        })

        /** In the order in which the rows are stored. What another statement moves meanwhile is left for the next step. */
        const resealColumn = Effect.fnUntraced(function* (of: SealedColumn, deadline: number) {
          let resealed = 0
          let after = "(0,0)"
          do {
            const rows: ReadonlyArray<{ readonly at: string; readonly sealed: Uint8Array }> = yield* sql<{
              at: string
              sealed: Uint8Array
            }>`
              SELECT ctid::text AS at, ${sql(of.column)} AS sealed FROM ${sql(of.table)}
              WHERE ctid > ${after}::text::tid AND ${isLeft(of.column)} LIMIT ${batchRows}`
            for (const { at, sealed } of rows) {
              if (yield* reseal(of, at, sealed)) resealed += 1
              after = at
            }
            if (rows.length < batchRows) return resealed
          } while ((yield* Clock.currentTimeMillis) < deadline)
          return resealed
        })

        const countLeft = Effect.map(
          Effect.forEach(
            columns,
            ({ table, column }) =>
              sql<{ left: number }>`SELECT count(*) AS left FROM ${sql(table)} WHERE ${isLeft(column)}`
          ),
          (counts) => counts.flat().reduce((sum, { left }) => sum + left, 0)
        )

        const forget = sql.withTransaction(
          Effect.gen(function* () {
            yield* lockKeys(sql)
            const sealing = sql`
              SELECT encryption_keys[1] FROM processes WHERE ${isLive(sql)} AND encryption_keys <> '{}'`
            const others = yield* sql`SELECT 1 FROM (${sealing}) sealing (id) WHERE id <> ${first}`
            const left = yield* countLeft
            if (left === 0) yield* sql`DELETE FROM encryption_keys WHERE id <> ${first} AND id NOT IN (${sealing})`
            return { left, processes: others.length }
          })
        )

        const step = Effect.gen(function* () {
          const deadline = (yield* Clock.currentTimeMillis) + stepMillis
          let resealed = 0
          for (const column of columns) {
            if (resealed === 0 || (yield* Clock.currentTimeMillis) < deadline) {
              resealed += yield* resealColumn(column, deadline)
            }
          }
          return { resealed, ...(yield* forget) }
        }).pipe(Effect.orDie, Effect.withSpan("KeyRotation.step"))

        const state = Effect.gen(function* () {
          const others = yield* sql`SELECT 1 FROM encryption_keys WHERE id <> ${first}`
          return others.length === 0 ? { isDone: true, left: 0 } : { isDone: false, left: yield* countLeft }
        })

        return KeyRotation.of({ step, state })
      })
    )
}
