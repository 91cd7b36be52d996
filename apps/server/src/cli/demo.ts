/** `heddle demo` (npm start): the server with the simulation, a demo account and the example receiver. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Command } from "effect/cli"
import { ConfigProvider, Effect, Layer } from "effect"
import { checkUnused } from "../database/CreatedDatabase.ts"
import { checkPorts } from "../demo/FreePorts.ts"
import { Server } from "./LoadedServer.ts"
import { buildPortal } from "./PortalBuild.ts"
import { Settings } from "../runtime/Settings.ts"
import { sayThatItStops, serving } from "./Stopping.ts"

/** Settings of the demo, unless the environment sets them. */
const demoDefaults = {
  HEDDLE_PAYMENTS: "fake",
  HEDDLE_ROUND_INTERVAL: "10 seconds",
  HEDDLE_WEBHOOK_ALLOW_LOOPBACK: "true"
}

// Settings in the environment override the demo's own.
const DemoConfig = ConfigProvider.layer(
  Effect.succeed(ConfigProvider.fromEnv().pipe(ConfigProvider.orElse(ConfigProvider.fromUnknown(demoDefaults))))
)

const runDemo = Effect.flatten(
  Effect.map(
    Effect.promise(() => import("../demo/Demo.ts")),
    ({ runDemo }) => runDemo
  )
)

/** A second demo on the same folder gets this message instead of one about ports in use. */
const checkStart = Effect.andThen(checkUnused, checkPorts)

// Before the server is loaded: the memory that either takes would otherwise add up.
const PortalFirst = Layer.effectDiscard(Effect.andThen(checkStart, buildPortal)).pipe(
  Layer.provide([Settings.layer, NodeServices.layer])
)

export const demo = Command.make("demo", {}, () => serving(sayThatItStops(runDemo))).pipe(
  Command.withDescription("Run the server with simulated posts, a demo account and an example receiver"),
  Command.withExamples([{ command: "heddle demo", description: "What npm start runs" }]),
  Command.provide(Server.pipe(Layer.provide(PortalFirst), Layer.provideMerge(DemoConfig)))
)
