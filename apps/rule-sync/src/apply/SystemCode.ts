/** System error codes of failed connections. */
import { Predicate } from "effect"

const maxCauseDepth = 8

/** The chain of causes of a `fetch` error, outermost first. */
const causes = (error: unknown): ReadonlyArray<object> => {
  const found: Array<object> = []
  let cause = error
  while (found.length < maxCauseDepth && Predicate.isObject(cause)) {
    found.push(cause)
    cause = Predicate.hasProperty(cause, "cause") ? cause.cause : undefined
  }
  return found
}

/** Codes of the HTTP client itself, which say less than its messages. */
const ofClient = /^UND_ERR_/

const systemCode = (error: unknown): string | undefined =>
  causes(error).flatMap((cause) =>
    Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) && !ofClient.test(cause.code)
      ? [cause.code]
      : []
  )[0]

/** The system error code or, without one, the message of the innermost cause. */
export const systemReason = (error: unknown): string | undefined => {
  const innermost = causes(error).at(-1)
  return systemCode(error) ?? (innermost instanceof Error ? innermost.message : undefined)
}

const notConnected = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"])

/** No connection was made, so the request cannot have run. */
export const isNotConnected = (error: unknown): boolean => notConnected.has(systemCode(error) ?? "")
