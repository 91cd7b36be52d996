/** `heddle demo` (npm start): the server with the simulation, a demo account and the example receiver. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { ConfigProvider, Console, Effect, Layer, Option } from "effect"
import { Command } from "effect/cli"
import { checkUnused } from "../database/CreatedDatabase.ts"
import { demoFileIn, readDemoFile } from "../demo/DemoFile.ts"
import { checkPorts } from "../demo/FreePorts.ts"
import { Settings } from "../runtime/Settings.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { Server } from "./LoadedServer.ts"
import { buildPortal } from "./serve.ts"
import { sayThatItStops, serving } from "./Stopping.ts"
import { explained } from "./AccountFlags.ts"

/** Settings of the demo, unless the environment sets them. */
const demoDefaults = {
  HEDDLE_PAYMENTS: "fake",
  HEDDLE_ROUND_INTERVAL: "10 seconds",
  HEDDLE_SOURCE: "simulation",
  HEDDLE_TRIAL: "standard, 1000 credits, 14 days",
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
  explained("Run the server with simulated posts, a demo account and an example receiver", {
    "heddle demo": "What npm start runs"
  }),
  Command.provide(Server.pipe(Layer.provide(PortalFirst), Layer.provideMerge(DemoConfig)))
)

/** `heddle demo-env`: the demo's key and address, for the shell. */
export const demoEnv = Command.make("demo-env", {}, () =>
  Effect.gen(function* () {
    const { dataDir } = yield* Settings
    const file = demoFileIn(dataDir)
    const demo = yield* readDemoFile(file)
    if (Option.isNone(demo)) {
      return yield* new CommandFailed({
        detail: `There is no ${file}. Run npm start first, in this folder and with the same HEDDLE_DATA_DIR.`
      })
    }
    const { apiKey, baseUrl } = demo.value
    yield* Console.log(`export HEDDLE_API_KEY=${apiKey}\nexport HEDDLE_API_URL=${baseUrl}`)
  })
).pipe(
  explained("Print the demo's key and address for a shell", {
    'eval "$(npx heddle demo-env)"': "Set HEDDLE_API_KEY and HEDDLE_API_URL"
  }),
  Command.provide(Settings.layer)
)
