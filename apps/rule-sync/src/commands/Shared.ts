/** Parameters, planning and error reporting, shared by both commands. */
import { Console, Effect } from "effect"
import { Argument, Flag } from "effect/cli"
import type { ApiFailure } from "../apply/ApiFailure.ts"
import type { PartlyApplied } from "../apply/Apply.ts"
import { Webhooks } from "../apply/Webhooks.ts"
import { defaultFile, type UnreadableFile } from "../files/LoadFile.ts"
import type { InvalidFile } from "../plan/Problem.ts"
import type { Desired } from "../plan/Desired.ts"
import { plan } from "../plan/Plan.ts"
import type { UnsafePlan } from "../plan/Safety.ts"
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

/** Plans against the current state of the API. */
export const planNow = Effect.fnUntraced(function* (desired: Desired) {
  const webhooks = yield* Webhooks
  return plan(desired, yield* webhooks.list)
})

export const printJson = (value: unknown) => Console.log(JSON.stringify(value, null, 2))

type ReportedError = ApiFailure | InvalidFile | InvalidSetting | PartlyApplied | UnsafePlan | UnreadableFile

const exitCodeOf = (error: ReportedError): number => {
  if (error._tag === "PartlyApplied") return exitCodes.partlyApplied
  return error._tag === "UnsafePlan" ? exitCodes.unsafePlan : exitCodes.error
}

/** Prints the error and ends with its exit code. */
export const reportErrors = <A, R>(program: Effect.Effect<A, ReportedError | Exit, R>): Effect.Effect<A, Exit, R> =>
  program.pipe(
    Effect.catch((error) =>
      error._tag === "Exit"
        ? Effect.fail(error)
        : Console.error(error.message).pipe(Effect.andThen(Effect.fail(new Exit({ code: exitCodeOf(error) }))))
    )
  )
