/**
 * An operation is everything a customer can ask for, as one value: the API type under which it appears in the usage
 * history, the name of its MCP tool, what it requires, its price and its result. Its REST route is an
 * `HttpApiEndpoint` beside it. REST, MCP, OpenAPI, docs, portal and the price list are projections of the table
 * (`Operations.ts`). There are four kinds: reads, files and writes, which are free, and priced calls.
 */
import { Schema } from "effect"
import { OpenApi } from "effect/http-api"
import { Count } from "./Parameters.ts"

/** What an operation costs, in credits. */
export interface Price<in Request, in Body> {
  /** The price if everything asked for were returned; the call is refused when the balance is below it. */
  readonly estimate: (request: Request) => number
  /** What is charged for this answer; never above the estimate. */
  readonly charge: (request: Request, body: Body) => number
  /** The same in words. */
  readonly text: string
}

/** The parameter that says how much is asked for. */
export interface LimitParameter<in Request> {
  readonly minimum: number
  readonly maximum: number
  /** The estimate of the same call with this limit; never falls when the limit grows. */
  readonly estimate: (request: Request, limit: number) => number
}

/** For calls whose parameter is called `limit`, whatever else they have. */
export const limitParameter = <Request extends { readonly query: { readonly limit?: number } }>(
  limits: { readonly minimum: number; readonly maximum: number },
  price: { readonly estimate: (request: Request) => number }
): LimitParameter<Request> => ({
  ...limits,
  estimate: (request, limit) => price.estimate({ ...request, query: { ...request.query, limit } })
})

/** What an account needs before the operation runs. */
export type Requirement = "nothing" | "plan" | "webhooks"

/** `Request` is the decoded request (`query`, `params`, `payload`). */
interface Described<in Request> {
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

export const free = { text: "free" }

/** OpenAPI annotations of an operation; the price stands in the description, so that people and assistants read it. */
export const documented = (operation: Described<never>) =>
  OpenApi.annotations({
    summary: operation.summary,
    description: `${operation.description}\n\n**Price:** ${operation.price.text}.`
  })

/** The envelope of every 2xx body: the named fields and what the call cost. */
export const Envelope = <const Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Schema.Struct({
    ...fields,
    credits_consumed: Count.annotate({ description: "What this call cost, in credits." })
  })

/** An enveloped answer before metering adds `credits_consumed`. */
export type Body<S extends { readonly Type: object }> = Omit<S["Type"], "credits_consumed">
