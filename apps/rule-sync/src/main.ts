import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Runtime, Stdio } from "effect"
import { CliConfig, CliOutput, Command, GlobalFlag } from "effect/cli"
import manifest from "../package.json" with { type: "json" }
import { Exit, exitCodesText } from "./commands/ExitCodes.ts"

/** EX_USAGE of sysexits.h: scripts can tell a mistyped command from one that failed. */
const usageExitCode = 64

/** Most of a start is loading the contract: only the command that is named loads its module, the others are listed. */
const commandsFor = (args: ReadonlyArray<string>) => {
  const areAllNeeded = args.some((arg) => arg.startsWith("--completions"))
  const command = <A>(name: string, summary: string, load: () => Promise<A>) =>
    areAllNeeded || args.includes(name)
      ? Effect.promise(load)
      : Effect.succeed(Command.make(name).pipe(Command.withShortDescription(summary)))
  return Effect.all([
    command("import", "Write the file from what the API has", async () => {
      return (await import("./commands/ImportCommand.ts")).importCommand
    }),
    command("validate", "Check the file, offline", async () => {
      return (await import("./commands/ValidateCommand.ts")).validateCommand
    }),
    command("plan", "Show what apply would do", async () => {
      return (await import("./commands/PlanCommand.ts")).planCommand
    }),
    command("apply", "Make the API have the rules of the file", async () => {
      return (await import("./commands/ApplyCommand.ts")).applyCommand
    })
  ])
}

const program = Effect.gen(function* () {
  const args = yield* (yield* Stdio.Stdio).args
  const root = Command.make("heddle-rules").pipe(
    Command.withDescription(
      `Webhook rules as a file: describes them in YAML and makes the API have exactly those.\n\n` +
        `Settings: HEDDLE_API_KEY, HEDDLE_API_URL (default http://127.0.0.1:4000).\n\n${exitCodesText}`
    ),
    Command.withSubcommands(yield* commandsFor(args))
  )
  yield* Command.runWith(root, { version: manifest.version })(args)
})

/** The process ends by itself, because `process.exit` can hang (nodejs/node#54918). */
const teardown: Runtime.Teardown = (exit) =>
  Runtime.defaultTeardown(exit, (code) => {
    process.exitCode = code
  })

program.pipe(
  Effect.catchIf(
    (error) => error._tag === "ShowHelp" && error.errors.length > 0,
    () => Effect.fail(new Exit({ code: usageExitCode }))
  ),
  Effect.provide(
    CliConfig.layer({
      builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions, GlobalFlag.LogLevel]
    })
  ),
  Effect.provide(CliOutput.layer(CliOutput.defaultFormatter({ globalFlags: "summary" }))),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({ teardown })
)
