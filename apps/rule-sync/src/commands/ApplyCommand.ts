/** `heddle-rules apply`: brings the API in line with the file. */
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { apply, type StepDone } from "../apply/Apply.ts"
import { connection } from "../apply/Connection.ts"
import { loadFile } from "../files/LoadFile.ts"
import type { Desired } from "../plan/Desired.ts"
import { counts, isEmpty } from "../plan/Plan.ts"
import { checkSafety, type SafetyOptions } from "../plan/Safety.ts"
import { planJson } from "../report/PlanJson.ts"
import { planText } from "../report/PlanText.ts"
import { secretHint, stepJson, stepText } from "../report/StepReport.ts"
import { plural } from "../report/Words.ts"
import { exitCodesText } from "./ExitCodes.ts"
import { parameters, planNow, printJson, reportErrors } from "./Shared.ts"

interface Options extends SafetyOptions {
  readonly json: boolean
}

const applyDesired = Effect.fnUntraced(function* (desired: Desired, { json, ...safety }: Options) {
  const plan = yield* planNow(desired)
  if (!json) yield* Console.log(planText(plan))
  const unsafe = checkSafety(plan, safety)
  if (unsafe !== null) return yield* unsafe
  if (isEmpty(plan) && !json) return
  const steps: Array<StepDone> = []
  const report = (done: StepDone) => {
    steps.push(done)
    return json ? Effect.void : Console.log(stepText(done))
  }
  const finish = (error: string | null) =>
    json
      ? printJson({
          format: "heddle-rules/apply",
          version: 1,
          plan: planJson(plan),
          steps: steps.map(stepJson),
          error
        })
      : Effect.void
  yield* apply(plan, report).pipe(Effect.tapError(({ message }) => finish(message)))
  yield* finish(null)
  if (json) return
  yield* Console.log(`\nApplied: ${plural(steps.length, "step")} done.`)
  if (counts(plan).endpointsToCreate > 0) yield* Console.log(secretHint)
})

export const applyCommand = Command.make(
  "apply",
  parameters,
  Effect.fnUntraced(function* ({ file, ...options }) {
    const desired = yield* loadFile(file)
    yield* applyDesired(desired, options).pipe(Effect.provide(connection))
  }, reportErrors)
).pipe(
  Command.withDescription(
    `Make the API have exactly the rules of the file, in the endpoints that the file names. It can be interrupted at any ` +
      `point; running it again does the rest.\n\n${exitCodesText}`
  ),
  Command.withShortDescription("Make the API have the rules of the file"),
  Command.withExamples([
    { command: "heddle-rules apply", description: "Apply heddle.rules.yaml" },
    { command: "heddle-rules apply production.yaml --json", description: "In CI: another file, and a document to read" }
  ])
)
