/** Whose settings `heddle doctor` shows, and what the server found out about its surroundings. */
import { Effect, Layer, Option } from "effect"
import { FetchHttpClient } from "effect/http"
import { OperatorClient } from "../operator/OperatorClient.ts"
import type { SelfCheck, ServerAnswer } from "../operator/StateApi.ts"
import { findRunningServer } from "../runtime/RunningServer.ts"

const labelWidth = 30

/** From the server on this data folder; without one, from this process, which has the settings of its shell. */
export const serverReport = Effect.fnUntraced(function* (ownRoutes: OperatorClient["Service"]) {
  const running = yield* findRunningServer
  if (Option.isNone(running)) return { isRunning: false, report: yield* ownRoutes.server.report() }
  const client = OperatorClient.layerAt(running.value.operatorUrl).pipe(Layer.provide(FetchHttpClient.layer))
  const report = yield* Effect.flatMap(OperatorClient, (server) => server.server.report()).pipe(Effect.provide(client))
  return { isRunning: true, report }
})

const marks = { ok: "ok", warning: "WARNING", failed: "FAILED" } as const

const describeCheck = ({ name, state, text }: SelfCheck): string =>
  `${`check ${name}`.padEnd(labelWidth)} ${marks[state].padEnd(7)} ${text}`

export const describeServer = (
  { pid, version, startedAt, settings, checks }: ServerAnswer,
  isRunning: boolean
): ReadonlyArray<string> => [
  isRunning
    ? `Settings of the running server (process ${pid}, release ${version}, since ${startedAt}):`
    : "No server is running on this data folder. Settings from this shell:",
  ...settings.map(({ name, value }) => `${name.padEnd(labelWidth)} ${value}`),
  ...checks.map(describeCheck)
]
