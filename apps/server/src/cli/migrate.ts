/** `heddle migrate`: brings the database up to date and exits. `serve` does the same when it starts. */
import { Console } from "effect"
import { Command } from "effect/cli"
import { Idle } from "./LoadedServer.ts"

export const migrate = Command.make("migrate", {}, () => Console.log("The database is up to date.")).pipe(
  Command.withDescription("Apply database migrations"),
  Command.withExamples([
    {
      command: "DATABASE_URL=postgres://… heddle migrate",
      description: "Bring a database up to date before the servers of a new release start"
    }
  ]),
  Command.provide(Idle)
)
