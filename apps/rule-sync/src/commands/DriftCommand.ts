/** `heddle-rules drift`: whether somebody changed rules elsewhere. */
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { connection } from "../apply/Connection.ts"
import { isEmpty } from "../plan/Plan.ts"
import { planJson } from "../report/PlanJson.ts"
import { planText } from "../report/PlanText.ts"
import { coloured } from "../report/Words.ts"
import { Exit, exitCodes } from "./ExitCodes.ts"
import { planFiles, ruleMapParameter } from "./Planning.ts"
import { fileParameters, jsonParameter, printJson, reportErrors } from "./Shared.ts"

export const driftCommand = Command.make(
  "drift",
  { ...fileParameters, ...ruleMapParameter, ...jsonParameter },
  Effect.fnUntraced(function* ({ files, ruleMap, json }) {
    const { plan } = yield* planFiles(files, ruleMap).pipe(Effect.provide(connection))
    yield* json
      ? printJson(planJson(plan, { files, ruleMap, prices: null }))
      : Console.log(coloured(planText(plan, null)))
    if (!isEmpty(plan)) {
      yield* Console.error("The rules at the API are not those of the file. `apply` would do what is shown above.")
      return yield* new Exit({ code: exitCodes.changes })
    }
  }, reportErrors)
).pipe(
  Command.withDescription(
    "Compare the API with the files, for a job that runs by itself: ends with 2 if rules were changed elsewhere. Asks no prices."
  ),
  Command.withExamples([{ command: "heddle-rules drift", description: "Compare heddle.rules.yaml with the API" }])
)
