/** Text helpers of the reports. */
import { styleText } from "node:util"

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** `2 rules at 1 endpoint`. */
export const sizeText = (endpoints: ReadonlyArray<{ readonly rules: ReadonlyArray<unknown> }>): string => {
  const rules = endpoints.reduce((sum, endpoint) => sum + endpoint.rules.length, 0)
  return `${plural(rules, "rule")} at ${plural(endpoints.length, "endpoint")}`
}

/** `2026-11-26 14:03 UTC`. */
export const minute = (time: Date): string => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`

const colours = { "+": "green", "-": "red", "~": "yellow" } as const

/** Lines that begin with a sign of a change in its colour, if the output is a terminal and NO_COLOR is not set. */
export const coloured = (text: string): string =>
  text
    .split("\n")
    .map((line) => {
      const [sign] = /[+~-](?= )/.exec(/^ *[+~-] /.exec(line)?.[0] ?? "") ?? []
      return sign === "+" || sign === "-" || sign === "~" ? styleText(colours[sign], line) : line
    })
    .join("\n")
