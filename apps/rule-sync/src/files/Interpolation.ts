/** `${NAME}` in a rule file stands for an environment variable; `$${` for `${` itself. */
import { Result } from "effect"

export interface Variables {
  /** By name. What is not set is absent. */
  readonly values: ReadonlyMap<string, string>
  /** Whether a file is checked where its variables are not set, as for a pull request from outside. */
  readonly mayBeUnset: boolean
}

export const noVariables: Variables = { values: new Map(), mayBeUnset: false }

/** Fails with what is wrong, without the name of the field. `unset`: the first variable without a value. */
interface Interpolated {
  readonly value: string
  readonly hasVariables: boolean
  readonly unset: string | undefined
}

const name = "[A-Za-z_][A-Za-z0-9_]*"

/** The names that a text may ask for. */
export const variablesIn = (text: string): ReadonlyArray<string> => [
  ...new Set([...text.matchAll(new RegExp(`\\$\\{(${name})\\}`, "g"))].flatMap(([, found]) => found ?? []))
]

const parts = new RegExp(`\\$\\$\\{|\\$\\{(${name})\\}|\\$\\{`, "g")

export const interpolate = (text: string, { values, mayBeUnset }: Variables): Result.Result<Interpolated, string> => {
  const problems: Array<string> = []
  let hasVariables = false
  let unset: string | undefined
  const value = text.replaceAll(parts, (part, variable: string | undefined) => {
    if (part === "$${") return "${"
    if (variable === undefined) {
      problems.push("${ begins a variable; write it as ${NAME}, or $${ to have the characters themselves")
      return part
    }
    const found = values.get(variable)
    hasVariables = true
    if (found === undefined || found === "") {
      unset ??= variable
      if (!mayBeUnset) {
        problems.push(`the environment variable ${variable} is ${found === undefined ? "not set" : "empty"}; set it`)
      }
    }
    return found ?? ""
  })
  const [problem] = problems
  return problem === undefined ? Result.succeed({ value, hasVariables, unset }) : Result.fail(problem)
}
