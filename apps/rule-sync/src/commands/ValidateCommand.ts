/** `heddle-rules validate`: checks the files without a connection. */
import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { loadFiles } from "../files/LoadFiles.ts"
import { codeQuality } from "../report/ProblemReport.ts"
import { plural } from "../report/Words.ts"
import { fileParameters, printProblems, reportErrors, writeFile } from "./Shared.ts"

export const validateCommand = Command.make(
  "validate",
  {
    ...fileParameters,
    report: Flag.String("code-quality").pipe(
      Flag.withDescription("Write the problems to this file, as a code quality report of GitLab"),
      Flag.optional
    )
  },
  Effect.fnUntraced(function* ({ files, report }) {
    const writeReport = (problems: Parameters<typeof codeQuality>[0]) =>
      Option.isSome(report) ? writeFile(report.value, codeQuality(problems)) : Effect.void
    const { endpoints, warnings } = yield* loadFiles(files).pipe(
      Effect.tapError((error) => writeReport(error._tag === "InvalidFile" ? error.problems : []))
    )
    yield* writeReport(warnings)
    yield* printProblems("warning", warnings)
    const rules = endpoints.reduce((sum, endpoint) => sum + endpoint.rules.length, 0)
    yield* Console.log(
      `${files.join(", ")}: ${plural(rules, "rule")} at ${plural(endpoints.length, "endpoint")}, no problems.`
    )
  }, reportErrors)
).pipe(
  Command.withDescription("Check the files as the API would, without a key or a connection."),
  Command.withShortDescription("Check the files, offline"),
  Command.withExamples([{ command: "heddle-rules validate", description: "Check heddle.rules.yaml" }])
)
