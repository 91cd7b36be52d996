import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { version } from "@heddle/api"
import { Effect, Runtime } from "effect"
import { CliConfig, CliOutput, Command, GlobalFlag } from "effect/cli"
import { applyCommand } from "./commands/ApplyCommand.ts"
import { doctorCommand } from "./commands/DoctorCommand.ts"
import { driftCommand } from "./commands/DriftCommand.ts"
import { exitCodesText } from "./commands/ExitCodes.ts"
import { fmtCommand, schemaCommand } from "./commands/FileCommands.ts"
import { importCommand, initCommand } from "./commands/NewFileCommands.ts"
import { planCommand } from "./commands/PlanCommand.ts"
import { validateCommand } from "./commands/ValidateCommand.ts"

const root = Command.make("heddle-rules").pipe(
  Command.withDescription(
    `Webhook rules as a file: describes them in YAML and makes the API have exactly those.\n\n` +
      `Settings: HEDDLE_API_KEY, HEDDLE_API_URL (default http://127.0.0.1:4000).\n\n${exitCodesText}`
  ),
  Command.withSubcommands([
    initCommand,
    importCommand,
    validateCommand,
    fmtCommand,
    planCommand,
    applyCommand,
    driftCommand,
    doctorCommand,
    schemaCommand
  ])
)

/** The process ends by itself, because `process.exit` can hang (nodejs/node#54918). */
const teardown: Runtime.Teardown = (exit) =>
  Runtime.defaultTeardown(exit, (code) => {
    process.exitCode = code
  })

root.pipe(
  Command.run({ version }),
  Effect.provide(
    CliConfig.layer({
      builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions, GlobalFlag.LogLevel]
    })
  ),
  Effect.provide(CliOutput.layer(CliOutput.defaultFormatter({ globalFlags: "summary" }))),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({ teardown })
)
