/** `heddle migrate`: brings the database up to date and exits. `serve` does the same when it starts. */
import { Console } from "effect"
import { Command } from "effect/cli"
import { Idle } from "./LoadedServer.ts"

export const migrate = Command.make("migrate", {}, () => Console.log("The database is up to date.")).pipe(
  Command.withDescription("Apply database migrations"),
  Command.provide(Idle)
)
