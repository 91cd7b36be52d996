/**
 * An operation as one value: its endpoint, its API type in the usage history, its MCP tool, the plan it requires, its
 * price and its result. The table, the API, the OpenAPI document and the price list are derived from these values.
 * There are five kinds: reads, files, streams and writes, which are free, and priced calls.
 */
import { Effect, Schema } from "effect"
import { type Json, objectOf } from "./Json.ts"
import { Count } from "./Parameters.ts"
import type { LimitParameter, Price } from "./Prices.ts"

/** The plan that the operation requires. */
export type Requirement = "nothing" | "plan" | "webhooks"

/** An MCP tool. Its title, parameters, result and price are those of its operation. */
export interface Tool {
  readonly name: string
  /** For a model: what the tool returns, and when to use another one instead. */
  readonly description: string
  /** Whether a call may read the network instead of stored data; absent means no. */
  readonly readsNetwork?: boolean
  /** Whether an answer has all its rows, however many fit into the memory of a model; absent means no. */
  readonly isWhole?: boolean
}

/** `Request` is the decoded request (`query`, `params`, `payload`). */
export interface Described<in Request> {
  readonly summary: string
  readonly description: string
  readonly apiType: string
  /** The MCP tool with the same function, or null when there is none. */
  readonly tool: Tool | null
  readonly requires: Requirement
  readonly price: { readonly text: string }
  /** The parameters as the usage history shows them. */
  readonly parameters: (request: Request) => Readonly<Record<string, unknown>>
}

/** The fields that metering adds to every body. */
export interface EnvelopeFields {
  readonly notices: ReadonlyArray<string>
  readonly credits_consumed: number
}

/** `Body` is the answer before metering completes its envelope. */
interface Answering<in out Body> {
  readonly result: Schema.Codec<Body & EnvelopeFields, unknown>
  /** Reads answers that were kept, also those of a release whose result had fewer fields. */
  readonly kept: Schema.Codec<Body & EnvelopeFields, unknown>
}

/** A free operation that only reads. */
export interface ReadOperation<in Request, in out Body> extends Described<Request>, Answering<Body> {
  readonly kind: "read"
}

/** A free operation that only reads and returns a file, which has no envelope. */
export interface FileOperation<in Request> extends Described<Request> {
  readonly kind: "file"
}

/** A free operation that answers with a stream, until one side ends it. */
export interface StreamOperation<in Request> extends Described<Request> {
  readonly kind: "stream"
}

/** A free operation that writes; takes an `Idempotency-Key`. */
export interface WriteOperation<in Request, in out Body> extends Described<Request>, Answering<Body> {
  readonly kind: "write"
  /** `rows`: only our database, so that the change commits together with the stored answer. */
  readonly changes: "rows" | "outside"
}

/** An operation with a price; takes an `Idempotency-Key` and `dry_run`. */
export interface PricedOperation<in Request, in out Body> extends Described<Request>, Answering<Body> {
  readonly kind: "priced"
  readonly price: Price<Request, Body>
  /** Null when no parameter limits the size of the answer. */
  readonly limit: LimitParameter<Request> | null
}

/** What a caller should know about an answer, in sentences. */
export const Notices = Schema.Array(Schema.String).annotate({
  description: "Messages about this response, for people. Usually empty."
})

const credits_consumed = Count.annotate({ description: "What this call cost, in credits." })

/**
 * The envelope of every 2xx body: the given fields, notices and the cost. `body` is the schema before metering; `kept`
 * reads kept answers, also those of releases that knew no notices.
 */
export const Envelope = <const Fields extends Schema.Struct.Fields>(description: string, fields: Fields) =>
  Object.assign(Schema.Struct({ ...fields, notices: Notices, credits_consumed }).annotate({ description }), {
    body: Schema.Struct({ ...fields, notices: Schema.optionalKey(Notices) }),
    kept: Schema.Struct({
      ...fields,
      notices: Notices.pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
      credits_consumed
    })
  })

/** An answer before metering adds the cost and, where the answer has none, an empty list of notices. */
export type Body<S extends { readonly body: { readonly Type: unknown } }> = S["body"]["Type"]

/** Answers that are lists, which can also be had as a table. The media types stand in the order of preference. */
export const tableTypes = { csv: "text/csv", ndjson: "application/x-ndjson" } as const

const referenced = /^#\/\$defs\/(.+)$/

const inlined = (schema: unknown, definitions: Json): unknown => {
  if (Array.isArray(schema)) return schema.map((one) => inlined(one, definitions))
  if (typeof schema !== "object" || schema === null) return schema
  const { $ref, ...own } = objectOf(schema)
  const [, name] = referenced.exec(String($ref)) ?? []
  const whole = name === undefined ? own : { ...objectOf(definitions[name]), ...own }
  return Object.fromEntries(Object.entries(whole).map(([key, value]) => [key, inlined(value, definitions)]))
}

/** The JSON Schema of a schema without references, for readers that follow none. */
export const jsonSchemaOf = (schema: Schema.Top): Json => {
  const document = Schema.toJsonSchemaDocument(schema)
  return objectOf(inlined(document.schema, document.definitions))
}

/** The JSON Schema of a row; null when the data of the answer is no list. */
export const rowSchemaOf = (result: Schema.Top): Json | null => {
  const { type, items } = objectOf(objectOf(jsonSchemaOf(result)["properties"])["data"])
  return type === "array" ? objectOf(items) : null
}
