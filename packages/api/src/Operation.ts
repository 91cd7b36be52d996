/**
 * An operation is everything a customer can ask for, as one value: its endpoint, the API type under which it appears in
 * the usage history, the name of its MCP tool, what it requires, its price and its result. The table, the API, the
 * OpenAPI document and the price list are derived from these values. There are four kinds: reads, files and writes,
 * which are free, and priced calls.
 */
import { Schema } from "effect"
import { Count } from "./Parameters.ts"
import type { LimitParameter, Price } from "./Prices.ts"

/** What an account needs before the operation runs. */
export type Requirement = "nothing" | "plan" | "webhooks"

/** `Request` is the decoded request (`query`, `params`, `payload`). */
export interface Described<in Request> {
  readonly summary: string
  readonly description: string
  readonly apiType: string
  /** The MCP tool with the same function, or null when there is none. */
  readonly tool: string | null
  readonly requires: Requirement
  readonly price: { readonly text: string }
  /** The parameters as the usage history shows them. */
  readonly parameters: (request: Request) => Readonly<Record<string, unknown>>
}

/** What metering adds to every body. */
export interface Consumed {
  readonly credits_consumed: number
}

/** `Body` is the answer before metering adds its cost. */
interface Answering<in out Body> {
  readonly result: Schema.Codec<Body & Consumed, unknown>
}

/** Free, changes nothing. */
export interface ReadOperation<in Request, in out Body> extends Described<Request>, Answering<Body> {
  readonly kind: "read"
}

/** Free, changes nothing; answers a file, which has no envelope. */
export interface FileOperation<in Request> extends Described<Request> {
  readonly kind: "file"
}

/** Free, changes something; takes an `Idempotency-Key`. */
export interface WriteOperation<in Request, in out Body> extends Described<Request>, Answering<Body> {
  readonly kind: "write"
  /** Rows of our database alone, which can commit with the stored answer, or something outside of it. */
  readonly changes: "rows" | "outside"
}

/** Has a price; takes an `Idempotency-Key` and `dry_run`. */
export interface PricedOperation<in Request, in out Body> extends Described<Request>, Answering<Body> {
  readonly kind: "priced"
  readonly price: Price<Request, Body>
  /** Null when the call has no parameter for how much is asked for. */
  readonly limit: LimitParameter<Request> | null
}

/** The envelope of every 2xx body: the named fields and what the call cost. `body` is the schema without the cost. */
export const Envelope = <const Fields extends Schema.Struct.Fields>(description: string, fields: Fields) =>
  Object.assign(
    Schema.Struct({
      ...fields,
      credits_consumed: Count.annotate({ description: "What this call cost, in credits." })
    }).annotate({ description }),
    { body: Schema.Struct(fields) }
  )

/** An enveloped answer before metering adds `credits_consumed`. */
export type Body<S extends { readonly body: { readonly Type: unknown } }> = S["body"]["Type"]
