/** The reasons for which a live read fails, as the API reports them. */
import type { LiveFailureReason } from "@heddle/api"
import type { SourceFailure } from "./LiveSource.ts"

export interface LiveFailure {
  readonly reason: LiveFailureReason
  readonly message: string
}

const failure = (reason: LiveFailureReason, message: string): LiveFailure => ({ reason, message })

export const notFound = failure("not_found", "The network does not have it, or no longer has it.")
export const timedOut = failure("timed_out", "The network did not answer in time; ask again later.")
export const rateLimited = failure("rate_limited", "The network asks for fewer reads; ask again in a few minutes.")
export const unavailable = failure("unavailable", "The network could not be reached; ask again later.")
export const tooMany = failure("unavailable", "Too many live reads run at the same time; ask again in a few seconds.")
export const unsupported = failure(
  "unsupported",
  "No source of this service can be read live; ask for what is stored instead."
)

export const failureOf = (error: SourceFailure): LiveFailure =>
  error._tag === "SourceRateLimited" ? rateLimited : unavailable
