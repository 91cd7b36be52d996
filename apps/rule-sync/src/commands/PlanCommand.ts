/** `heddle-rules plan`: shows what `apply` would do, and what it costs. */
import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { connection } from "../apply/Connection.ts"
import { askPrices } from "../apply/Previews.ts"
import { isEmpty } from "../plan/Plan.ts"
import { checkSafety } from "../plan/Safety.ts"
import { planJson } from "../report/PlanJson.ts"
import { planMarkdown } from "../report/PlanMarkdown.ts"
import { planText } from "../report/PlanText.ts"
import { coloured } from "../report/Words.ts"
import { Exit, exitCodes, exitCodesText } from "./ExitCodes.ts"
import { planFiles, ruleMapParameter, safetyParameters, toStepSummary } from "./Planning.ts"
import { fileParameters, jsonParameter, printJson, reportErrors, writeFile } from "./Shared.ts"

const output = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional, Flag.map(Option.getOrNull))

export const planCommand = Command.make(
  "plan",
  {
    ...fileParameters,
    ...ruleMapParameter,
    ...jsonParameter,
    ...safetyParameters,
    out: output("out", "Write the plan to this file, for `apply`, unless it is refused"),
    markdown: output("markdown", "Write the plan to this file, for a comment on a pull request")
  },
  Effect.fnUntraced(function* ({ files, ruleMap, json, out, markdown, ...safety }) {
    const { plan, prices } = yield* Effect.gen(function* () {
      const { plan } = yield* planFiles(files, ruleMap)
      return { plan, prices: yield* askPrices(plan, safety.maxResend !== null) }
    }).pipe(Effect.provide(connection))
    const document = () => planJson(plan, { files, ruleMap, prices })
    yield* json ? printJson(document()) : Console.log(coloured(planText(plan, prices)))
    const page = () => planMarkdown(plan, prices)
    yield* toStepSummary(page)
    if (markdown !== null) yield* writeFile(markdown, page())
    const unsafe = checkSafety(plan, safety, prices.again)
    if (unsafe !== null) return yield* unsafe
    if (out !== null) yield* writeFile(out, `${JSON.stringify(document(), null, 2)}\n`)
    if (!isEmpty(plan)) return yield* new Exit({ code: exitCodes.changes })
  }, reportErrors)
).pipe(
  Command.withDescription(`Show what apply would do, and what it costs; changes nothing.\n\n${exitCodesText}`),
  Command.withExamples([
    { command: "heddle-rules plan", description: "Compare heddle.rules.yaml with the API" },
    { command: "heddle-rules plan rules/ --out plan.json", description: "All files of a folder, to be applied later" }
  ])
)
