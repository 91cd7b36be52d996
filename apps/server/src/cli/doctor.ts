/** `heddle doctor`: the settings in force, the database in use, and whether the ledger's equation holds. */
import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { OperatorClient } from "../operator/OperatorClient.ts"
import { describeSettings, Settings } from "../runtime/Settings.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { OperatorAccess } from "./OperatorAccess.ts"

export const doctor = Command.make(
  "doctor",
  {
    ledger: Flag.Boolean("ledger").pipe(
      Flag.withDescription("Check that the credit ledger adds up"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ ledger }) {
    const settings = yield* Settings
    for (const [name, value] of describeSettings(settings)) yield* Console.log(`${name.padEnd(30)} ${value}`)
    const database = Option.isSome(settings.databaseUrl)
      ? "PostgreSQL (DATABASE_URL)"
      : `embedded, in ${settings.dataDir}/database`
    yield* Console.log(`${"database".padEnd(30)} ${database}`)
    if (!ledger) return
    const operator = yield* OperatorClient
    const { faults, accounts, grants, entries, holds, millis } = yield* operator.ledger.check()
    yield* Console.log(
      `ledger: checked ${accounts} accounts, ${grants} grants, ${entries} entries and ${holds} holds in ${millis / 1000} s`
    )
    if (faults.length === 0) {
      return yield* Console.log("ledger: grants − entries − open holds = balance, for every account")
    }
    const lines = faults.map(
      (fault) => `${fault.accountId}: ${fault.what}: cached ${fault.cached}, derived ${fault.derived}`
    )
    return yield* new CommandFailed({ detail: `The ledger's equation does not hold:\n${lines.join("\n")}` })
  })
).pipe(Command.withDescription("Show settings and check the ledger"), Command.provide(OperatorAccess))
