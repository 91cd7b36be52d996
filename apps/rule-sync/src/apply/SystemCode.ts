/** What the operating system said about a connection. */
import { Predicate } from "effect"

const maxCauseDepth = 8

/** Errors of `fetch` carry the system's code somewhere down their causes. */
export const systemCode = (error: unknown): string | undefined => {
  let cause = error
  for (let depth = 0; depth < maxCauseDepth && Predicate.isObject(cause); depth++) {
    if (Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code)) return cause.code
    cause = Predicate.hasProperty(cause, "cause") ? cause.cause : undefined
  }
  return undefined
}

const notConnected = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"])

/** No connection was made, so the request cannot have run; most often the address is wrong. */
export const isNotConnected = (error: unknown): boolean => notConnected.has(systemCode(error) ?? "")
