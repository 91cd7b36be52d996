/** A number of credits that an operator gives or allows. */
import { Schema } from "effect"

export const Credits = Schema.Int.check(
  Schema.isBetween(
    { minimum: 1, maximum: 1_000_000_000 },
    { message: "must be a whole number from 1 to 1,000,000,000" }
  )
)
