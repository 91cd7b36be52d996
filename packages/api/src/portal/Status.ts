/** Whether the service works: sources, rounds, deliveries. */
import { Schema } from "effect"
import { Rpc, RpcGroup } from "effect/rpc"
import { Count } from "../Parameters.ts"
import { Instant, PortalSession } from "./PortalSession.ts"

export const SourceStatus = Schema.Struct({
  name: Schema.String,
  state: Schema.Literals(["ok", "late", "failing"]),
  lastPostAt: Schema.NullOr(Instant),
  /** Since when it fails; null when it does not, or when the process that answers does not run it. */
  failingSince: Schema.NullOr(Instant)
})

export const ServiceStatus = Schema.Struct({
  version: Schema.String,
  publicUrl: Schema.String,
  sources: Schema.Array(SourceStatus),
  rounds: Schema.Struct({
    state: Schema.Literals(["ok", "late"]),
    lastAt: Schema.NullOr(Instant),
    intervalSeconds: Count
  }),
  deliveries: Schema.Struct({
    state: Schema.Literals(["ok", "late"]),
    /** Events of the account that are due and not sent yet. */
    overdue: Count
  })
})
export type ServiceStatus = typeof ServiceStatus.Type

export class StatusRpcs extends RpcGroup.make(Rpc.make("ShowStatus", { success: ServiceStatus }))
  .prefix("status.")
  .middleware(PortalSession) {}
