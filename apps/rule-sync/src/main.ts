import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Runtime, Stdio } from "effect"
import { CliConfig, CliOutput, Command, GlobalFlag } from "effect/cli"
import manifest from "../package.json" with { type: "json" }
import { Exit, exitCodes, exitCodesText } from "./commands/ExitCodes.ts"

/** Most of a start is loading the contract: only the command that is named loads its module, the others are listed. */
const commandsFor = (args: ReadonlyArray<string>) => {
  const areAllNeeded = args.some((arg) => arg.startsWith("--completions"))
  const command = <A>(name: string, summary: string, load: () => Promise<A>) =>
    areAllNeeded || args.includes(name)
      ? Effect.promise(load)
      : Effect.succeed(Command.make(name).pipe(Command.withShortDescription(summary)))
  const newFiles = () => import("./commands/NewFileCommands.ts")
  const ofFiles = () => import("./commands/FileCommands.ts")
  return Effect.all([
    command("init", "Write an example file", async () => (await newFiles()).initCommand),
    command("import", "Write the file from what the API has", async () => (await newFiles()).importCommand),
    command("validate", "Check the files, offline", async () => (await ofFiles()).validateCommand),
    command("fmt", "Format the files", async () => (await ofFiles()).fmtCommand),
    command("plan", "Show what apply would do", async () => (await import("./commands/PlanCommand.ts")).planCommand),
    command("apply", "Make the API have the rules of the files", async () => {
      return (await import("./commands/ApplyCommand.ts")).applyCommand
    }),
    command("drift", "Tell whether rules were changed elsewhere", async () => {
      return (await import("./commands/DriftCommand.ts")).driftCommand
    }),
    command("doctor", "Find out why it does not work", async () => {
      return (await import("./commands/DoctorCommand.ts")).doctorCommand
    }),
    command("schema", "Print the JSON Schema of rule files", async () => (await ofFiles()).schemaCommand)
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
    () => Effect.fail(new Exit({ code: exitCodes.usage }))
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
