import { Effect, Option, Stream } from "effect"
import type { SqlError } from "effect/sql"

/** The pages of a statement that continues after the last row of the page before, until one is not full. */
export const paged = <Row>(
  pageSize: number,
  page: (after?: Row) => Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError>
) =>
  Stream.paginate(undefined, (after: Row | undefined) =>
    Effect.map(page(after), (rows) => {
      const last = rows.at(-1)
      return [[rows], rows.length === pageSize ? Option.fromUndefinedOr(last) : Option.none<Row>()] as const
    })
  )
