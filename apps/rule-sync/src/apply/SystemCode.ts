/** What the operating system said about a connection. */
import { Predicate } from "effect"

const maxCauseDepth = 8

/** Errors of `fetch` carry what really happened somewhere down their causes: outermost first. */
const causes = (error: unknown): ReadonlyArray<object> => {
  const found: Array<object> = []
  let cause = error
  while (found.length < maxCauseDepth && Predicate.isObject(cause)) {
    found.push(cause)
    cause = Predicate.hasProperty(cause, "cause") ? cause.cause : undefined
  }
  return found
}

const systemCode = (error: unknown): string | undefined =>
  causes(error).flatMap((cause) =>
    Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? [cause.code] : []
  )[0]

/** The code of the system or, failing that, the message of the innermost cause. */
export const systemReason = (error: unknown): string | undefined => {
  const innermost = causes(error).at(-1)
  return systemCode(error) ?? (innermost instanceof Error ? innermost.message : undefined)
}

const notConnected = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"])

/** No connection was made, so the request cannot have run; most often the address is wrong. */
export const isNotConnected = (error: unknown): boolean => notConnected.has(systemCode(error) ?? "")
