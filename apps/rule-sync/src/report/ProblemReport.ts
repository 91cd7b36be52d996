/** Problems of rule files for the forges that show them at their line. */
import { createHash } from "node:crypto"
import { formatProblem, type Problem } from "../plan/Problem.ts"

/** GitHub shows as many for a step. */
const maxAnnotations = 10

const escaped = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A")

const escapedProperty = (text: string): string => escaped(text).replaceAll(":", "%3A").replaceAll(",", "%2C")

/** Workflow commands of GitHub Actions. */
export const githubAnnotations = (level: "error" | "warning", problems: ReadonlyArray<Problem>): string => {
  const lines = problems
    .slice(0, maxAnnotations)
    .map(
      ({ position: { file, line, column }, message }) =>
        `::${level} file=${escapedProperty(file)},line=${line},col=${column}::${escaped(message)}`
    )
  const more = problems.length - lines.length
  return [...lines, ...(more > 0 ? [`::${level}::and ${more} more, in the log above`] : [])].join("\n")
}

/** The code quality report of GitLab. */
export const codeQuality = (problems: ReadonlyArray<Problem>): string =>
  JSON.stringify(
    problems.map((problem) => ({
      description: problem.message,
      check_name: "heddle-rules",
      fingerprint: createHash("sha256").update(formatProblem(problem)).digest("hex"),
      severity: "major",
      location: { path: problem.position.file.replace(/^\.\//, ""), lines: { begin: problem.position.line } }
    })),
    null,
    2
  )
