/** Calls that end without an answer, in metering's words. */
import { Unavailable } from "@heddle/api"
import { TooManyCalls } from "./Call.ts"

export const holdExpired = () =>
  new Unavailable({ detail: "The call took too long and was not charged; ask for less or try again." })

export const databaseDown = () =>
  new Unavailable({
    detail: "The database failed while this call was being completed. Nothing was charged; retry later."
  })

export const tooMuchForFree = (retryAfterSeconds: number) =>
  new TooManyCalls(
    `Too many calls that cost nothing and have to be kept; the next is possible in ${retryAfterSeconds} s.`,
    retryAfterSeconds
  )
