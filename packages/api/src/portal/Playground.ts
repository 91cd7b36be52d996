/** Running any operation from the browser, with its price first. */
import { Schema } from "effect"
import { Rpc, RpcGroup } from "effect/rpc"
import { Count } from "../Parameters.ts"
import { PortalProblem, PortalSession } from "./PortalSession.ts"

export const PlaygroundParameter = Schema.Struct({
  name: Schema.String,
  in: Schema.Literals(["path", "query", "body"]),
  required: Schema.Boolean,
  description: Schema.String,
  /** As JSON Schema: type, enumeration, bounds. */
  schema: Schema.Unknown,
  default: Schema.NullOr(Schema.Unknown),
  example: Schema.NullOr(Schema.Unknown)
})

export const PlaygroundOperation = Schema.Struct({
  name: Schema.String,
  family: Schema.String,
  method: Schema.Literals(["GET", "POST", "DELETE"]),
  path: Schema.String,
  summary: Schema.String,
  description: Schema.String,
  price: Schema.String,
  tool: Schema.NullOr(Schema.String),
  priced: Schema.Boolean,
  parameters: Schema.Array(PlaygroundParameter),
  /** Of an answer that is a list, those of its CSV; null for any other. */
  columns: Schema.NullOr(Schema.Array(Schema.Struct({ name: Schema.String, path: Schema.Array(Schema.String) })))
})
export type PlaygroundOperation = typeof PlaygroundOperation.Type

/** Management of webhooks has screens of its own. */
export const isPlayable = (family: string, { kind, endpoint }: Playable): boolean =>
  family !== "webhooks" && endpoint.method === "GET" && (kind === "read" || kind === "priced")

interface Playable {
  readonly kind: string
  readonly endpoint: { readonly method: string }
}

const call = {
  operation: Schema.String,
  /** By name; values as the API takes them. */
  parameters: Schema.Record(Schema.String, Schema.Unknown)
}
const error = PortalProblem

export class PlaygroundRpcs extends RpcGroup.make(
  /** Operations that answer with JSON. Management of webhooks has its own screens. */
  Rpc.make("ListOperations", { success: Schema.Array(PlaygroundOperation) }),
  /** What the call can cost at most, and what is left. Nothing runs. */
  Rpc.make("EstimateCall", {
    payload: call,
    success: Schema.Struct({ estimate: Count, remaining: Count, affordable: Schema.Boolean }),
    error
  }),
  /** Runs and charges. The history shows it as `account login (Heddle portal)`. */
  Rpc.make("RunCall", {
    payload: call,
    success: Schema.Struct({
      body: Schema.Unknown,
      consumed: Count,
      remaining: Count,
      durationMs: Count,
      requestId: Schema.NullOr(Schema.String)
    }),
    error
  })
)
  .prefix("playground.")
  .middleware(PortalSession) {}
