/** Whether the demo can listen on all of its ports. Checked before anything is created or printed. */
import { Effect, Schema } from "effect"
import { createServer } from "node:net"
import { Settings } from "../runtime/Settings.ts"

export class PortsInUse extends Schema.TaggedError<PortsInUse>()("PortsInUse", {
  taken: Schema.Array(Schema.Struct({ port: Schema.Int, what: Schema.String, setting: Schema.String }))
}) {
  override get message(): string {
    const lines = this.taken.map(
      ({ port, what, setting }) => `Port ${port} (${what}) is in use: stop what uses it, or set ${setting}.`
    )
    return lines.join("\n")
  }
}

const isTaken = (host: string, port: number) =>
  Effect.callback<boolean>((resume) => {
    const server = createServer()
    // Whatever else is wrong with the address, its listener will explain.
    server.once("error", (error) => resume(Effect.succeed("code" in error && error.code === "EADDRINUSE")))
    server.listen(port, host, () => server.close(() => resume(Effect.succeed(false))))
    return Effect.sync(() => server.close())
  })

export const checkPorts = Effect.gen(function* () {
  const { host, port, operatorHost, operatorPort, demoReceiverPort } = yield* Settings
  const listeners = [
    { host, port, what: "the API", setting: "HEDDLE_PORT" },
    { host: operatorHost, port: operatorPort, what: "the operator", setting: "HEDDLE_OPERATOR_PORT" },
    {
      host: "127.0.0.1",
      port: demoReceiverPort,
      what: "the example receiver",
      setting: "HEDDLE_DEMO_RECEIVER_PORT"
    }
  ]
  const taken = yield* Effect.filter(listeners, (listener) => isTaken(listener.host, listener.port))
  if (taken.length > 0) return yield* new PortsInUse({ taken })
})
