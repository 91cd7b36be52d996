/** Every limit and default of the package, with its unit in the name, and how an option is checked against them. */
import { ReceiverConfigError } from "./Errors.ts"

interface Range {
  readonly fallback: number
  readonly above: number
  readonly max: number
}

/** Both ways. 300 is the sender's reference tolerance (service.md, Delivery); over an hour, a captured request would be replayable for too long. */
export const toleranceSecondsRange: Range = { fallback: 300, above: 0, max: 3600 }
/** Six times the sender's own deadline for one attempt, so that a live handler is not taken for a dead one. */
export const leaseSecondsRange: Range = { fallback: 60, above: 0, max: 86_400 }
/** Half of what the sender waits, so that there is an answer even when the store gives none. */
export const storeTimeoutSecondsRange: Range = { fallback: 5, above: 0, max: 60 }
/** An event is a few kilobytes; this leaves room for long captions and many media addresses. */
export const maxBodyBytesRange: Range = { fallback: 1_048_576, above: 0, max: Number.MAX_SAFE_INTEGER }
/** The sender gives up after 10 s, so nothing that comes later has a reader. */
export const bodyTimeoutSecondsRange: Range = { fallback: 10, above: 0, max: 600 }
/** Retries run over about 9 hours, but a manual resend is possible for 30 days. */
export const retentionSecondsRange: Range = { fallback: 31 * 86_400, above: 0, max: 10 * 365 * 86_400 }
export const maxEntriesRange: Range = { fallback: 100_000, above: 0, max: 10_000_000 }

export const maxHeaderCharacters = 4096
export const maxSignaturesPerHeader = 16
export const maxSecrets = 16
/** Of every receiver and every call of `verify` in the process; with more secrets than this, they are imported again. */
export const maxCachedKeys = 1000
/** 128 bits: below that a secret can be guessed offline from one captured request. */
export const minSecretBytes = 16
export const maxIdentifierCharacters = 512
export const maxHintCharacters = 255
/** The sender honours Retry-After up to an hour. */
export const maxRetryAfterSeconds = 3600
/** Longer keys are stored as their digest: indexes and key-value stores refuse long ones. */
export const maxStoredKeyCharacters = 256
/** Of a failure that is printed because there is no `onError`. */
export const maxPrintedCharacters = 500

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

/** Whole milliseconds, as databases want them. */
export const retentionMsOf = (retentionSeconds: number | undefined): number =>
  Math.ceil(numberOption("retentionSeconds", retentionSeconds, retentionSecondsRange) * 1000)
