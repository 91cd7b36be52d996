/** The reasons for which a live read fails, as the API reports them. */
import type { LiveFailureReason } from "@heddle/api"
import type { SourceFailure } from "./LiveSource.ts"

export interface LiveFailure {
  readonly reason: LiveFailureReason
  readonly message: string
}

const failure = (reason: LiveFailureReason, message: string): LiveFailure => ({ reason, message })

export const notFound = failure("not_found", "The network does not have it, or no longer has it.")
export const timedOut = failure("timed_out", "The network did not respond in time. Try again later.")
export const rateLimited = failure(
  "rate_limited",
  "The network asked this server to slow down. Try again in a few minutes."
)
export const unavailable = failure("unavailable", "The network could not be reached. Try again later.")
export const tooMany = failure(
  "unavailable",
  "Too many live reads are running at the same time. Try again in a few seconds."
)
export const unsupported = failure(
  "unsupported",
  "None of this server's sources supports live reads. Use the stored data instead."
)

export const failureOf = (error: SourceFailure): LiveFailure =>
  error._tag === "SourceRateLimited" ? rateLimited : unavailable
