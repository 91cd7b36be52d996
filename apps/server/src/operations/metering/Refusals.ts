/** The errors of calls that metering refuses. */
import { Unavailable } from "@heddle/api"
import { TooManyCalls } from "./Call.ts"

export const holdExpired = () =>
  new Unavailable({
    detail: "The call took too long and was stopped. Nothing was charged. Ask for less, or try again."
  })

export const databaseDown = () =>
  new Unavailable({
    detail: "The database failed during this call. Nothing was charged. Try again later."
  })

export const tooMuchForFree = (retryAfterSeconds: number) =>
  new TooManyCalls(
    `This account has made too many free calls that store data. Try again in ${retryAfterSeconds} s.`,
    retryAfterSeconds
  )
