/** `heddle-rules apply`: brings the API in line with the files, or does what a plan file says. */
import { Console, Effect, Option, Schema } from "effect"
import { Command } from "effect/cli"
import { stepCount, type StepDone } from "../apply/Apply.ts"
import { connection } from "../apply/Connection.ts"
import { askPrices } from "../apply/Previews.ts"
import { applyNow } from "../apply/RuleMapFile.ts"
import { readText } from "../files/LoadFiles.ts"
import { digestsOf } from "../plan/Digests.ts"
import { counts, isEmpty, type Plan } from "../plan/Plan.ts"
import { checkSafety, type SafetyOptions } from "../plan/Safety.ts"
import { PlanFile, planFormat, planJson } from "../report/PlanJson.ts"
import { planText, summaryText } from "../report/PlanText.ts"
import { secretHint, stepJson, stepText } from "../report/StepReport.ts"
import { coloured, plural } from "../report/Words.ts"
import { exitCodesText } from "./ExitCodes.ts"
import { planFiles, ruleMapParameter, safetyParameters, toStepSummary } from "./Planning.ts"
import { fileParameters, jsonParameter, MovedOn, printJson, reportErrors, WrongUse } from "./Shared.ts"

const decodePlanFile = Schema.decodeUnknownOption(Schema.fromJsonString(PlanFile))

/** The plan file, if these are no rule files. */
const planFileOf = Effect.fnUntraced(function* (paths: ReadonlyArray<string>) {
  const [path, ...others] = paths
  if (path === undefined || others.length > 0 || !path.endsWith(".json")) return null
  const text = yield* readText(path)
  if (!text.includes(`"${planFormat}"`)) return null
  const planFile = decodePlanFile(text)
  if (Option.isSome(planFile)) return planFile.value
  return yield* new WrongUse({ message: `${path}: not a plan of this version of heddle-rules. Run plan --out again.` })
})

/** Fails unless these are the same steps, from the same files and the same rules, or all of them are done. */
const checkPlan = (planned: PlanFile, plan: Plan) => {
  const now = digestsOf(plan)
  if (planned.digests.files === now.files && isEmpty(plan)) return Effect.void
  const moved = (["files", "api", "steps"] as const).find((part) => planned.digests[part] !== now[part])
  if (moved === undefined) return Effect.void
  const reason = {
    files: "the rule files are not those of the plan",
    api: "the rules at the API have changed since the plan was made",
    steps: "the time for other steps has come since the plan was made"
  }[moved]
  return Effect.fail(new MovedOn({ message: `Nothing was done: ${reason}. Run plan again.` }))
}

interface Options extends SafetyOptions {
  readonly files: ReadonlyArray<string>
  readonly ruleMap: string | null
  readonly json: boolean
}

/** One line for each step, with how many there are. */
const printStep = (done: StepDone, number: number, total: number) =>
  Console.log(`[${String(number).padStart(String(total).length)}/${total}] ${stepText(done)}`)

const applyFiles = Effect.fnUntraced(function* (
  { files, ruleMap, json, ...safety }: Options,
  planFile: PlanFile | null
) {
  const planned = yield* planFiles(files, ruleMap)
  const { plan } = planned
  const prices = safety.maxResend === null || planFile !== null ? null : yield* askPrices(plan, true)
  // A plan file was read before.
  if (!json) yield* Console.log(planFile === null ? coloured(planText(plan, prices)) : summaryText(plan))
  if (planFile !== null) yield* checkPlan(planFile, plan)
  else {
    const unsafe = checkSafety(plan, safety, prices?.again)
    if (unsafe !== null) return yield* unsafe
  }
  if (isEmpty(plan) && !json && ruleMap === null) return
  const steps: Array<StepDone> = []
  const total = stepCount(plan)
  const report = (done: StepDone) => {
    steps.push(done)
    return json ? Effect.void : printStep(done, steps.length, total)
  }
  const finish = Effect.fnUntraced(function* (error: string | null) {
    if (json) {
      const document = planJson(plan, { files, ruleMap, prices })
      yield* printJson({ format: "heddle-rules/apply", version: 1, plan: document, steps: steps.map(stepJson), error })
    }
    if (total > 0) yield* toStepSummary(() => `### heddle-rules: ${steps.length} of ${plural(total, "step")} done\n`)
  })
  yield* applyNow(planned, ruleMap, report).pipe(Effect.tapError(({ message }) => finish(message)))
  yield* finish(null)
  if (json || total === 0) return
  yield* Console.log(`\nApplied: ${plural(steps.length, "step")} done.`)
  if (counts(plan).endpointsToCreate > 0) yield* Console.log(secretHint)
})

export const applyCommand = Command.make(
  "apply",
  { ...fileParameters, ...ruleMapParameter, ...jsonParameter, ...safetyParameters },
  Effect.fnUntraced(function* (options) {
    const planFile = yield* planFileOf(options.files)
    const from = planFile === null ? options : { ...options, files: planFile.files, ruleMap: planFile.ruleMap }
    yield* applyFiles(from, planFile).pipe(Effect.provide(connection))
  }, reportErrors)
).pipe(
  Command.withDescription(
    `Make the API have exactly the rules of the files, in the endpoints that they name. It can be interrupted at any ` +
      `point; running it again does the rest. With a file of \`plan --out\`, it does exactly that plan, or nothing.\n\n${exitCodesText}`
  ),
  Command.withExamples([
    { command: "heddle-rules apply", description: "Apply heddle.rules.yaml" },
    { command: "heddle-rules apply plan.json", description: "Apply what `plan --out plan.json` showed" }
  ])
)
