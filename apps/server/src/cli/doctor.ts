/** `heddle doctor`: the settings in force and whether the ledger's equation holds. */
import { Console, Effect, Option, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { checkLedger } from "../credits/LedgerCheck.ts"
import { Idle } from "../main.ts"
import { OperatorProblem } from "../operator/OperatorApi.ts"
import { Settings } from "../Settings.ts"

const show = (value: unknown): string => {
  if (Option.isOption(value)) return Option.isNone(value) ? "(not set)" : show(value.value)
  return Redacted.isRedacted(value) ? "(set)" : String(value)
}

export const doctor = Command.make(
  "doctor",
  {
    ledger: Flag.Boolean("ledger").pipe(
      Flag.withDescription("Prove the credit ledger's equation"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ ledger }) {
    for (const [name, value] of Object.entries(yield* Settings)) yield* Console.log(`${name}: ${show(value)}`)
    if (!ledger) return
    const faults = yield* checkLedger
    if (faults.length === 0)
      return yield* Console.log("ledger: grants − entries − open holds = balance, for every account")
    const lines = faults.map((f) => `${f.accountId}: ${f.what}: cached ${f.cached}, derived ${f.derived}`)
    return yield* new OperatorProblem({ detail: `The ledger's equation does not hold:\n${lines.join("\n")}` })
  })
).pipe(Command.withDescription("Show settings and check the ledger"), Command.provide(Idle))
