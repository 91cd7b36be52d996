/** What both commands have in common: their parameters, the way to a plan and the way errors are told. */
import { Console, Effect } from "effect"
import { Argument, Flag } from "effect/cli"
import type { ApiFailure } from "../apply/ApiFailure.ts"
import type { PartlyApplied } from "../apply/Apply.ts"
import { Webhooks } from "../apply/Webhooks.ts"
import { defaultFile, type UnreadableFile } from "../files/LoadFile.ts"
import type { InvalidFile } from "../files/Problem.ts"
import type { Desired } from "../plan/Desired.ts"
import { plan } from "../plan/Plan.ts"
import type { Refused } from "../plan/Safety.ts"
import type { InvalidSetting } from "../Settings.ts"
import { Exit, exitCodes } from "./ExitCodes.ts"

export const parameters = {
  file: Argument.String("file").pipe(
    Argument.withDescription(`The rule file (default ${defaultFile})`),
    Argument.withDefault(defaultFile)
  ),
  json: Flag.Boolean("json").pipe(Flag.withDescription("Print one JSON document"), Flag.withDefault(false)),
  allowEmpty: Flag.Boolean("allow-empty").pipe(
    Flag.withDescription("Accept a file without rules although the API has some: they are all deleted"),
    Flag.withDefault(false)
  )
}

/** Lists, and plans against what is there now. */
export const planNow = Effect.fnUntraced(function* (desired: Desired) {
  const webhooks = yield* Webhooks
  return plan(desired, yield* webhooks.list)
})

export const printJson = (value: unknown) => Console.log(JSON.stringify(value, null, 2))

type Told = ApiFailure | InvalidFile | InvalidSetting | PartlyApplied | Refused | UnreadableFile

const codeOf = (error: Told): number => {
  if (error._tag === "PartlyApplied") return exitCodes.partlyApplied
  return error._tag === "Refused" ? exitCodes.refused : exitCodes.error
}

export const tellErrors = <A, R>(program: Effect.Effect<A, Told | Exit, R>): Effect.Effect<A, Exit, R> =>
  program.pipe(
    Effect.catch((error) =>
      error._tag === "Exit"
        ? Effect.fail(error)
        : Console.error(error.message).pipe(Effect.andThen(Effect.fail(new Exit({ code: codeOf(error) }))))
    )
  )
