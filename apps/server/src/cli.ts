/** The command line of the server. */
import "effect/schema/SchemaJITCompiler/enable"
import { version } from "@heddle/api/fields"
// The package as a whole would take longer to load than most commands run.
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect } from "effect"
import { CliConfig, CliOutput, Command, GlobalFlag } from "effect/cli"
import { teardown, untilOutputCloses } from "./cli/Stopping.ts"
import { heddle } from "./cli/Heddle.ts"
import { reportFailure, TypedWrongly } from "./cli/Report.ts"

heddle.pipe(
  Command.run({ version }),
  untilOutputCloses,
  reportFailure,
  Effect.provide(
    CliConfig.layer({
      builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions, GlobalFlag.LogLevel]
    })
  ),
  // The flags of every command would push the examples off the screen.
  Effect.provide(CliOutput.layer(CliOutput.defaultFormatter({ globalFlags: "summary" }))),
  Effect.provide(TypedWrongly),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({ disableErrorReporting: true, teardown })
)
