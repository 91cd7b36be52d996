/** Flags and output that several commands share. */
import { Console } from "effect"
import { Flag } from "effect/cli"

export const jsonFlag = Flag.Boolean("json").pipe(
  Flag.withDescription("Print the result as one line of JSON"),
  Flag.withDefault(false)
)

export const accountFlag = Flag.String("account").pipe(Flag.withDescription("Account id (acct_…)"))

export const print = (asJson: boolean, value: object, text: string) =>
  Console.log(asJson ? JSON.stringify(value) : text)
