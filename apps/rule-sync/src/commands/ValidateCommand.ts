/** `heddle-rules validate`: checks the file without a connection. */
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { loadFile } from "../files/LoadFile.ts"
import { plural } from "../report/Words.ts"
import { parameters, reportErrors } from "./Shared.ts"

export const validateCommand = Command.make(
  "validate",
  { file: parameters.file },
  Effect.fnUntraced(function* ({ file }) {
    const { endpoints } = yield* loadFile(file)
    const rules = endpoints.reduce((sum, endpoint) => sum + endpoint.rules.length, 0)
    yield* Console.log(`${file}: ${plural(rules, "rule")} at ${plural(endpoints.length, "endpoint")}, no problems.`)
  }, reportErrors)
).pipe(
  Command.withDescription("Check the file as the API would, without a key or a connection."),
  Command.withShortDescription("Check the file, offline"),
  Command.withExamples([{ command: "heddle-rules validate", description: "Check heddle.rules.yaml" }])
)
