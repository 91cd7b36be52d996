/** Fields of answers and records that may be missing or anything: what cannot be read is as good as missing. */
import { Effect, Schema } from "effect"

const none = Effect.succeedSome(null)

const orNull = <S extends Schema.Constraint>(schema: S) => Schema.NullOr(schema).pipe(Schema.catchDecoding(() => none))

/** Null for a field that is malformed. */
export const lenient = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(orNull(schema))

/** A list without the items that are malformed. */
export const lenientList = <S extends Schema.Constraint>(item: S) => lenient(Schema.Array(orNull(item)))

export const present = <A>(items: ReadonlyArray<A | null> | null | undefined): ReadonlyArray<A> =>
  (items ?? []).filter((item) => item !== null)
