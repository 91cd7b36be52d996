/** Answers that are read in parts, by a client that follows every cursor. */
import { assert } from "@effect/vitest"
import { Envelope, type EnvelopeFields, type PricedOperation, type Price, rowsOf } from "@heddle/api"
import { Effect, Option, Schema } from "effect"
import { ApiKeys } from "../../src/accounts/keys/ApiKeys.ts"
import type { Answer, Call, ContinuedCall, Fits } from "../../src/operations/metering/Call.ts"
import { customer } from "./ServedApi.ts"

/** An account and how its key calls through MCP. */
export const mcpCustomer = Effect.fnUntraced(function* (...grant: Parameters<typeof customer>) {
  const { id, key } = yield* customer(...grant)
  const { keyId } = Option.getOrThrow(yield* (yield* ApiKeys).identify(key))
  const callWith = (fits: Fits | null): Call => ({
    caller: { accountId: id, keyId, application: null, apiTypePrefix: "mcp:" },
    requestId: "req_1",
    idempotency: null,
    dryRun: false,
    fits
  })
  return { id, key, callWith }
})

/** The parts of an answer from the first on, each with as many rows as fit. */
export const allParts = Effect.fnUntraced(function* <Body extends EnvelopeFields, E>(
  resume: (cursor: string, call: ContinuedCall) => Effect.Effect<Answer<Body>, E>,
  first: Answer<object>,
  call: ContinuedCall
) {
  const parts: Array<Answer<object>> = [first]
  let { rest } = first
  while (rest !== null) {
    const next: Answer<Body> = yield* resume(rest.cursor, call)
    assert.strictEqual(next.consumed, next.body.credits_consumed)
    assert.strictEqual(rowsIn(next).length + (next.rest?.rows ?? 0), rest.rows)
    parts.push(next)
    rest = next.rest
  }
  return parts
})

export const rowsIn = ({ body }: Answer<unknown>): Array<unknown> => [...(rowsOf(body) ?? [])]

const Row = Schema.Struct({ number: Schema.Int, free: Schema.Boolean })
export type Row = typeof Row.Type

export interface RowsBody {
  readonly data: ReadonlyArray<Row>
  readonly next_cursor: string | null
}

const result = Envelope("Rows.", { data: Schema.Array(Row), next_cursor: Schema.NullOr(Schema.String) })

/** An operation that answers rows. */
export const rowsOperation = <Request>(
  price: Price<Request, RowsBody>,
  apiType: string
): PricedOperation<Request, RowsBody> => ({
  kind: "priced",
  result,
  kept: result.kept,
  summary: "",
  description: "",
  apiType,
  tool: null,
  requires: "plan",
  price,
  limit: null,
  parameters: () => ({ keywords: ["wombat"] })
})

export const numbered = (count: number, isFree: (number: number) => boolean = () => false): Array<Row> =>
  Array.from({ length: count }, (_, number) => ({ number, free: isFree(number) }))
