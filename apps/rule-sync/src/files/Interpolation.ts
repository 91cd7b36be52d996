/** `${NAME}` in a rule file stands for an environment variable; `$${` for `${` itself. */
import { Result } from "effect"

/** By name. What is not set is absent. */
export type Variables = ReadonlyMap<string, string>

const name = "[A-Za-z_][A-Za-z0-9_]*"

/** The names that a text may ask for. */
export const variablesIn = (text: string): ReadonlyArray<string> => [
  ...new Set([...text.matchAll(new RegExp(`\\$\\{(${name})\\}`, "g"))].flatMap(([, found]) => found ?? []))
]

const parts = new RegExp(`\\$\\$\\{|\\$\\{(${name})\\}|\\$\\{`, "g")

/** Fails with what is wrong, without the name of the field. */
export const interpolate = (
  text: string,
  variables: Variables
): Result.Result<{ readonly value: string; readonly hasVariables: boolean }, string> => {
  const problems: Array<string> = []
  let hasVariables = false
  const value = text.replaceAll(parts, (part, variable: string | undefined) => {
    if (part === "$${") return "${"
    if (variable === undefined) {
      problems.push("${ begins a variable; write it as ${NAME}, or $${ to have the characters themselves")
      return part
    }
    const found = variables.get(variable)
    if (found === undefined || found === "") {
      problems.push(`the environment variable ${variable} is ${found === undefined ? "not set" : "empty"}; set it`)
    }
    hasVariables = true
    return found ?? ""
  })
  const [problem] = problems
  return problem === undefined ? Result.succeed({ value, hasVariables }) : Result.fail(problem)
}
