/** Parameters, planning and error reporting, shared by the commands. */
import { usualRuleLanguages } from "@heddle/api"
import { Console, Effect } from "effect"
import { Argument, Flag } from "effect/cli"
import type { ApiFailure } from "../apply/ApiFailure.ts"
import type { PartlyApplied } from "../apply/Apply.ts"
import { Webhooks } from "../apply/Webhooks.ts"
import { defaultFile, type UnreadableFile } from "../files/LoadFile.ts"
import { InvalidFile } from "../plan/Problem.ts"
import type { Desired } from "../plan/Desired.ts"
import { plan, type Plan } from "../plan/Plan.ts"
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
    Flag.withDescription("Delete all rules of endpoints that have none in the file"),
    Flag.withDefault(false)
  ),
  allowDeletes: Flag.Int("allow-deletes").pipe(
    Flag.withDescription("Delete up to this many rules, even if they are most of an endpoint or of the file"),
    Flag.withDefault(0)
  ),
  allowCopies: Flag.Boolean("allow-copies").pipe(
    Flag.withDescription("Create endpoints whose rules another endpoint has, which the file does not name"),
    Flag.withDefault(false)
  )
}

/** Each server decides whether rules may have other languages than the usual ones: asks it before anything is created. */
const checkLanguages = Effect.fnUntraced(function* ({ endpoints }: Plan) {
  const webhooks = yield* Webhooks
  const fresh = endpoints.flatMap(({ creates, replacements }) => [
    ...creates,
    ...replacements.map(({ after }) => after)
  ])
  const byLanguage = Map.groupBy(fresh, ({ content }) => content.language)
  for (const language of usualRuleLanguages) byLanguage.delete(language)
  const problems = yield* Effect.forEach(byLanguage.values(), ([rule, ...others]) =>
    rule === undefined
      ? Effect.succeed([])
      : webhooks.checkRule(rule.content).pipe(
          Effect.as([]),
          // A server without previews says so when the rule is created.
          Effect.catchIf(
            ({ outcome }) => outcome !== "unknown",
            ({ outcome, message }) =>
              Effect.succeed(
                outcome === "refused" ? [rule, ...others].map(({ position }) => ({ position, message })) : []
              )
          )
        )
  )
  if (problems.flat().length > 0) return yield* new InvalidFile({ problems: problems.flat() })
})

/** Plans against the current state of the API. */
export const planNow = Effect.fnUntraced(function* (desired: Desired) {
  const webhooks = yield* Webhooks
  const made = plan(desired, yield* webhooks.list)
  yield* checkLanguages(made)
  return made
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
