/** Functions of the database that make up ids and chances for a benchmark's rows, the same in every run. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** `bench_id(prefix, millis, n)` and `bench_random(n, salt)`, which is in [0, 1). */
export const defineMadeUpIds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Digits of a ULID: the time, then what makes it unique.
  const digit = (k: number) => `substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((millis >> ${5 * k}) & 31)::int + 1, 1)`
  const time = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map(digit).join(" || ")
  yield* sql`
    CREATE FUNCTION bench_id(prefix text, millis bigint, n bigint) RETURNS text IMMUTABLE LANGUAGE sql AS $$
      SELECT prefix || ${sql.literal(time)} || upper(left(md5(n::text), 16))
    $$`
  yield* sql`
    CREATE FUNCTION bench_random(n bigint, salt int) RETURNS float8 IMMUTABLE LANGUAGE sql AS $$
      SELECT (hashint8extended(n, salt) & 1048575) / 1048576.0
    $$`
})
