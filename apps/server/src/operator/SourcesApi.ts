/** Events of sources that could not be used: the operator's call and its schema. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import type { RejectedReport } from "../store/batches/RejectedEvents.ts"

/** `kept` counts the events that are kept; the reason is that of the newest. */
export const RejectedAnswer = Schema.Array(
  Schema.Struct({ source: Schema.String, kept: Schema.Int, newestAt: Schema.String, reason: Schema.String })
)

export const rejectedAnswer = (reports: ReadonlyArray<RejectedReport>): typeof RejectedAnswer.Type =>
  reports.map(({ source, kept, newestAt, reason }) => ({ source, kept, newestAt: newestAt.toISOString(), reason }))

export class OperatorSources extends HttpApiGroup.make("sources")
  .add(HttpApiEndpoint.get("rejected", "/sources/rejected", { success: RejectedAnswer }))
  .annotateMerge(OpenApi.annotations({ title: "Sources" })) {}
