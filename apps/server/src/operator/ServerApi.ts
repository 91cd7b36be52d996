/** What a server says about itself: the operator's call and its schemas. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"

export const SelfCheck = Schema.Struct({
  name: Schema.String,
  state: Schema.Literals(["ok", "warning", "failed"]),
  text: Schema.String.annotate({ description: "What was found and, unless it is as it should be, what to do." })
})
export type SelfCheck = typeof SelfCheck.Type

export const ServerAnswer = Schema.Struct({
  pid: Schema.Int,
  version: Schema.String,
  startedAt: Schema.String,
  settings: Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.String })).annotate({
    description: "Every setting with the value in force. Of secrets only whether they are set."
  }),
  checks: Schema.Array(SelfCheck)
})
export type ServerAnswer = typeof ServerAnswer.Type

export class OperatorServer extends HttpApiGroup.make("server")
  .add(HttpApiEndpoint.get("report", "/server", { success: ServerAnswer }))
  .annotateMerge(OpenApi.annotations({ title: "Server" })) {}
