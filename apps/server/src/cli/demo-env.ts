/** `heddle demo-env`: the demo's key and address, for the shell. */
import { Console, Effect, Option } from "effect"
import { Command } from "effect/cli"
import { demoFileIn, readDemoFile } from "../demo/DemoFile.ts"
import { Settings } from "../runtime/Settings.ts"
import { CommandFailed } from "./CommandFailed.ts"

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
  Command.withDescription("Print the demo's key and address for a shell"),
  Command.withExamples([
    { command: 'eval "$(npx heddle demo-env)"', description: "Set HEDDLE_API_KEY and HEDDLE_API_URL" }
  ]),
  Command.provide(Settings.layer)
)
