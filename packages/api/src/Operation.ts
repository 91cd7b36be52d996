/**
 * An operation is everything a customer can ask for, as one value: the API type under which it appears in the usage
 * history, the name of its MCP tool, what it requires and its price. Its REST route is an `HttpApiEndpoint` beside
 * it. REST, MCP, OpenAPI, docs, portal and the price list are projections of the table (`Operations.ts`).
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

/** What an account needs before the operation runs. */
export type Requirement = "nothing" | "plan" | "webhooks"

/** `Request` is the decoded request (`query`, `params`, `payload`), `Body` the answer before metering adds its cost. */
export interface Operation<in Request, in Body> {
  readonly summary: string
  readonly description: string
  readonly apiType: string
  /** The MCP tool with the same function, or null when there is none. */
  readonly tool: string | null
  readonly requires: Requirement
  readonly price: Price<Request, Body>
  /** The parameters as the usage history shows them. */
  readonly parameters: (request: Request) => Readonly<Record<string, unknown>>
}

export const free: Price<unknown, unknown> = { estimate: () => 0, charge: () => 0, text: "free" }

/** OpenAPI annotations of an operation; the price stands in the description, so that people and assistants read it. */
export const documented = (operation: Operation<never, never>) =>
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
