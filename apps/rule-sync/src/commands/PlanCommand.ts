/** `heddle-rules plan`: shows what `apply` would do. */
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { connection } from "../apply/Connection.ts"
import { loadFile } from "../files/LoadFile.ts"
import { isEmpty } from "../plan/Plan.ts"
import { checkSafety } from "../plan/Safety.ts"
import { planJson } from "../report/PlanJson.ts"
import { planText } from "../report/PlanText.ts"
import { Exit, exitCodes, exitCodesText } from "./ExitCodes.ts"
import { parameters, planNow, printJson, reportErrors } from "./Shared.ts"

export const planCommand = Command.make(
  "plan",
  parameters,
  Effect.fnUntraced(function* ({ file, json, ...safety }) {
    const desired = yield* loadFile(file)
    const plan = yield* planNow(desired).pipe(Effect.provide(connection))
    yield* json ? printJson(planJson(plan)) : Console.log(planText(plan))
    const unsafe = checkSafety(plan, safety)
    if (unsafe !== null) return yield* unsafe
    if (!isEmpty(plan)) return yield* new Exit({ code: exitCodes.changes })
  }, reportErrors)
).pipe(
  Command.withDescription(`Show what apply would do; changes nothing.\n\n${exitCodesText}`),
  Command.withShortDescription("Show what apply would do"),
  Command.withExamples([{ command: "heddle-rules plan", description: "Compare heddle.rules.yaml with the API" }])
)
