/** `heddle-rules import`: writes the file from what the API has. */
import { Console, Effect, FileSystem } from "effect"
import { Command } from "effect/cli"
import { connection } from "../apply/Connection.ts"
import { Webhooks } from "../apply/Webhooks.ts"
import { UnreadableFile } from "../files/LoadFile.ts"
import { ruleFileText } from "../files/RuleFileText.ts"
import { plural } from "../report/Words.ts"
import { parameters, reportErrors } from "./Shared.ts"

const notWritten = (path: string, problem: string) =>
  new UnreadableFile({ message: `${path}: ${problem}. Give another path: heddle-rules import FILE` })

export const importCommand = Command.make(
  "import",
  { file: parameters.file },
  Effect.fnUntraced(function* ({ file }) {
    const files = yield* FileSystem.FileSystem
    const actual = yield* Webhooks.use(({ list }) => list).pipe(Effect.provide(connection))
    // An existing file may be the only place of somebody's changes.
    yield* files
      .writeFileString(file, ruleFileText(actual), { flag: "wx" })
      .pipe(
        Effect.mapError(({ reason }) =>
          notWritten(
            file,
            reason._tag === "AlreadyExists" ? "the file exists already" : `cannot be written (${reason._tag})`
          )
        )
      )
    const rules = actual.reduce((sum, endpoint) => sum + endpoint.rules.length, 0)
    yield* Console.log(`${file}: ${plural(rules, "rule")} at ${plural(actual.length, "endpoint")}.`)
  }, reportErrors)
).pipe(
  Command.withDescription("Write a new rule file with all endpoints and rules of the account."),
  Command.withShortDescription("Write the file from what the API has"),
  Command.withExamples([{ command: "heddle-rules import", description: "Write heddle.rules.yaml" }])
)
