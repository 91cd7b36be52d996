/**
 * Keeps the rows of an answer that did not fit into its first part, until they are asked for or an hour has passed. Rows
 * are kept, and marked as read, in the transaction that charges for them.
 *
 * A cursor is a position in the kept rows. What lies before `readTo` is paid, so reading a part again, or twice at once,
 * is charged once; no cursor leads beyond it, so no row can be skipped.
 *
 * The rows are public posts, and the parameters stand in the usage history as well: nothing here needs to be sealed.
 */
import type { AccountId } from "@heddle/api"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { lockAccount } from "../accounts/customers/AccountRows.ts"
import { atomically } from "../database/client/Atomically.ts"
import { maintenance } from "../runtime/Background.ts"
import { inBatches } from "../runtime/Batches.ts"
import { newId } from "../runtime/Ids.ts"
import { hourMillis, now, plusMillis } from "../runtime/Time.ts"
import { makeKeptRowsStore } from "./KeptRowsStore.ts"

const keptMillis = hourMillis

const Remainder = Schema.Struct({
  /** The answer, in JSON, with the rows that did not fit as its data. */
  body: Schema.Unknown,
  /** For each of these rows, what it and the rows before it cost together, in credits. */
  costs: Schema.Array(Schema.Int),
  /** Rows of the answer in its first part. */
  before: Schema.Int,
  /** Of the call, as the usage history shows them. */
  parameters: Schema.Record(Schema.String, Schema.Unknown)
})
export type Remainder = typeof Remainder.Type

const Content = Schema.fromJsonString(Remainder)

/** A part of kept rows that is to be read. */
export interface Reading<A, E, R> {
  /** Where it ends: the number of rows up to and including its last. */
  readonly to: number
  /** Charges for the rows of the part that are not among the first `paid`. */
  readonly charge: (paid: number) => Effect.Effect<A, E, R>
}

export interface Rest {
  /** Leads to the next rows. */
  readonly cursor: string
  readonly rows: number
}

export interface WithRest<A> {
  readonly value: A
  readonly rest: Rest | null
}

interface Cursor {
  readonly id: string
  readonly from: number
}

const cursorPattern = /^(rest_[0-9A-Za-z]{1,40})\.(\d{1,6})$/

const parseCursor = (cursor: string): Cursor | null => {
  const [, id, from] = cursorPattern.exec(cursor) ?? []
  return id === undefined || from === undefined ? null : { id, from: Number(from) }
}

/** Whether it has the form of these cursors; cursors of other kinds have not. */
export const isRestCursor = (cursor: string): boolean => parseCursor(cursor) !== null

const restAt = (id: string, from: number, rowCount: number): Rest | null =>
  from < rowCount ? { cursor: `${id}.${from}`, rows: rowCount - from } : null

export class KeptRows extends Context.Service<
  KeptRows,
  {
    /** Takes the step that charges for the first part and keeps the rest, in one transaction. */
    keep<A, E, R>(
      accountId: AccountId,
      apiType: string,
      remainder: Remainder,
      step: Effect.Effect<A, E, R>
    ): Effect.Effect<WithRest<A>, Exclude<E, SqlError.SqlError>, R>
    /**
     * Reads the next part. `read` gets the kept rows and how many of them are before the cursor. The charge runs in the
     * transaction that marks the part as paid, one at a time for each account. None when the cursor is unknown, expired, or
     * of another account or API type.
     */
    resume<A, E, R, E2, R2>(
      accountId: AccountId,
      apiType: string,
      cursor: string,
      read: (remainder: Remainder, from: number) => Effect.Effect<Reading<A, E, R>, E2, R2>
    ): Effect.Effect<Option.Option<WithRest<A>>, Exclude<E, SqlError.SqlError> | E2, R | R2>
    /** Deletes expired rows in bounded batches. */
    readonly deleteExpired: Effect.Effect<void>
  }
>()("@heddle/server/continuation/KeptRows") {
  static readonly layer = Layer.effect(
    KeptRows,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = makeKeptRowsStore(sql)
      const lock = (accountId: AccountId) => Effect.orDie(lockAccount(sql, accountId))

      const keep = Effect.fn("KeptRows.keep")(function* <A, E, R>(
        accountId: AccountId,
        apiType: string,
        remainder: Remainder,
        step: Effect.Effect<A, E, R>
      ) {
        const id = yield* newId("rest")
        const content = yield* Effect.orDie(Schema.encodeEffect(Content)(remainder))
        const rowCount = remainder.costs.length
        const kept = Effect.gen(function* () {
          // Before the lock, since nobody else sees it yet, and it may be large.
          const expiresAt = plusMillis(yield* now, keptMillis)
          yield* store.insert(accountId, { id, apiType, content, rowCount, expiresAt })
          yield* lock(accountId)
          const value = yield* step
          yield* store.deleteOldest(accountId)
          return { value, rest: restAt(id, 0, rowCount) }
        })
        return yield* atomically(sql, kept)
      })

      /** The content never changes, so that the account need not be locked while it is decoded. */
      const find = Effect.fnUntraced(function* (accountId: AccountId, apiType: string, { id, from }: Cursor) {
        const row = yield* store.find(accountId, id, apiType, yield* now)
        if (row === undefined || from >= row.rowCount) return null
        return { remainder: yield* Schema.decodeEffect(Content)(row.content), rowCount: row.rowCount }
      }, Effect.orDie)

      const resume = Effect.fn("KeptRows.resume")(function* <A, E, R, E2, R2>(
        accountId: AccountId,
        apiType: string,
        cursor: string,
        read: (remainder: Remainder, from: number) => Effect.Effect<Reading<A, E, R>, E2, R2>
      ) {
        const none = Option.none<WithRest<A>>()
        const at = parseCursor(cursor)
        const found = at === null ? null : yield* find(accountId, apiType, at)
        if (at === null || found === null) return none
        const { to, charge } = yield* read(found.remainder, at.from)
        const part = Effect.gen(function* () {
          yield* lock(accountId)
          const paid = yield* store.readTo(accountId, at.id)
          if (paid === undefined || at.from > paid) return none
          const value = yield* charge(paid)
          if (to > paid) yield* store.setReadTo(accountId, at.id, to)
          return Option.some({ value, rest: restAt(at.id, to, found.rowCount) })
        })
        return yield* atomically(sql, part)
      })

      const deleteExpired = inBatches(Effect.flatMap(now, store.deleteExpired)).pipe(
        Effect.orDie,
        Effect.withSpan("KeptRows.deleteExpired")
      )

      return KeptRows.of({ keep, resume, deleteExpired })
    })
  )
}

export const keptRowsTasks = maintenance(
  "kept rows cleanup",
  "10 minutes",
  KeptRows.use(({ deleteExpired }) => deleteExpired)
)
