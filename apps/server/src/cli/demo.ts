/** `heddle demo` (npm start): the server with the simulation, a demo account and the example receiver. */
import { Command } from "effect/cli"
import { ConfigProvider, Effect, Layer } from "effect"
import { runDemo } from "../demo/Demo.ts"
import { Server } from "../main.ts"
import { serving } from "./Stopping.ts"

/** What `npm start` sets where the environment says nothing. */
const demoDefaults = {
  HEDDLE_PAYMENTS: "fake",
  HEDDLE_ROUND_INTERVAL: "10 seconds",
  HEDDLE_WEBHOOK_ALLOW_LOOPBACK: "true"
}

// Settings given in the environment win over the demo's own.
const DemoConfig = ConfigProvider.layer(
  Effect.succeed(ConfigProvider.fromEnv().pipe(ConfigProvider.orElse(ConfigProvider.fromUnknown(demoDefaults))))
)

export const demo = Command.make("demo", {}, () => serving(runDemo)).pipe(
  Command.withDescription("Run the server with simulated posts, a demo account and an example receiver"),
  Command.provide(Server.pipe(Layer.provideMerge(DemoConfig)))
)
