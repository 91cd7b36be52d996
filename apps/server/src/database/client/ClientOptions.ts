import { type PgClient, PgTypes } from "@effect/sql-pg"
import { Effect, Result, String } from "effect"

const unsafeInteger = (value: unknown) =>
  Result.fail(new PgTypes.CodecError({ message: `int8 ${value} is not a safe JavaScript integer; select it as text` }))

const toInt64 = (value: number | bigint): bigint => {
  // Truncated first: BigInt throws on fractions, which the driver would report as a defect.
  return typeof value === "bigint" ? value : BigInt(Math.trunc(value))
}

const int8: PgTypes.Codec<number | bigint> = {
  encode: (value) => PgTypes.encode(toInt64(value), PgTypes.OID.int8),
  decode: (bytes) => readInt8(bytes, 0),
  read: (bytes, offset) => readInt8(bytes, offset),
  write: (sink, value) => Result.succeed(sink.bigInt64(toInt64(value)))
}

const readInt8 = (bytes: Uint8Array, offset: number) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, 8)
  const value = view.getInt32(0) * 2 ** 32 + view.getUint32(4)
  return Number.isSafeInteger(value) ? Result.succeed(value) : unsafeInteger(view.getBigInt64(0))
}

/** int8 as a number: ids, counters and credits stay far below 2^53, and a bigint cannot enter JSON. */
const makeTypes = (): PgTypes.Registry => {
  const types = PgTypes.makeRegistry()
  types.register(PgTypes.OID.int8, int8, { arrayOid: PgTypes.OID.int8Array })
  return types
}

/** Columns have few names, and each row asks for all of its own. */
const camelCased = new Map<string, string>()

const camelCase = (column: string): string => {
  const known = camelCased.get(column)
  if (known !== undefined) return known
  const name = String.snakeToCamel(column)
  camelCased.set(column, name)
  return name
}

/**
 * The options of both clients. Column names become camelCase. The keys inside JSON values are customers' data and stay
 * as they are (`transformJson: false`).
 */
export const clientOptions = {
  transformQueryNames: String.camelToSnake,
  transformResultNames: camelCase,
  transformJson: false,
  types: makeTypes()
}

/**
 * `notify` as part of the surrounding transaction: sent if and only if it commits. The driver's own `notify` takes another
 * connection, and would deadlock where there is only one.
 */
export const transactionalNotify =
  (client: PgClient.PgClient): PgClient.PgClient["notify"] =>
  (channel, payload) =>
    Effect.asVoid(client`SELECT pg_notify(${channel}, ${payload})`)
