/** Commands of the server as typed, in this process. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { OperatorInProcess } from "../../src/transport/operator/InProcess.ts"
import { TestServices } from "./TestServices.ts"

/** What commands need, without a database. */
export const commandServices = OperatorInProcess.pipe(
  Layer.provideMerge(TestServices),
  Layer.provideMerge(NodeServices.layer)
)

/** Runs commands; `run` gives what one printed, `json` the last line of that with `--json`. */
export const typed = <const Name extends string, Input, Context, E, R>(
  commands: Command.Command<Name, Input, Context, E, R>
) => {
  const command = Command.runWith(commands, { version: "0" })
  const run = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
    const before = (yield* TestConsole.logLines).length
    yield* command(args)
    return (yield* TestConsole.logLines).slice(before).map(String).join("\n")
  })
  const json = (...args: ReadonlyArray<string>) =>
    Effect.map(run(...args, "--json"), (text) => JSON.parse(text.split("\n").at(-1) ?? ""))
  return { command, run, json }
}
