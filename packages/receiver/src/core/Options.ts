import { ReceiverConfigError } from "./ReceiverConfigError.ts"

interface Range {
  readonly fallback: number
  readonly above: number
  readonly max: number
}

/** NaN, Infinity and text fail every comparison below, so none of them can switch a check off. */
export function numberOption(name: string, value: number | undefined, range: Range): number {
  const chosen = value ?? range.fallback
  if (typeof chosen === "number" && chosen > range.above && chosen <= range.max) return chosen
  throw new ReceiverConfigError("invalid_option", `${name} must be above ${range.above} and at most ${range.max}.`)
}

export function functionOption<F extends (...parameters: never) => unknown>(name: string, value: F): F {
  if (typeof value === "function") return value
  throw new ReceiverConfigError("invalid_option", `${name} must be a function.`)
}

export function choiceOption<const A extends string>(
  name: string,
  value: A | undefined,
  choices: readonly [A, ...ReadonlyArray<A>]
): A {
  const chosen = value ?? choices[0]
  if (choices.includes(chosen)) return chosen
  throw new ReceiverConfigError("invalid_option", `${name} must be one of ${choices.join(", ")}.`)
}
