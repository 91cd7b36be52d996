/** Flags and output formats that the commands for accounts and payments share. */
import { AccountId, KeyId } from "@heddle/api"
import { Console } from "effect"
import { Flag } from "effect/cli"
import { PurchaseId } from "../runtime/Ids.ts"

export const json = Flag.Boolean("json").pipe(
  Flag.withDescription("Print the result as one line of JSON"),
  Flag.withDefault(false)
)
/** An empty id would change the path of the request. */
export const present = Flag.filter(
  (id: string) => id !== "",
  () => "an id"
)
export const account = Flag.String("account").pipe(
  present,
  Flag.withSchema(AccountId),
  Flag.withDescription("Account id (acct_…)")
)
export const key = Flag.String("key").pipe(
  present,
  Flag.withSchema(KeyId),
  Flag.withDescription("Key id (key_…), not the key itself")
)
export const purchase = Flag.String("purchase").pipe(
  present,
  Flag.withSchema(PurchaseId),
  Flag.withDescription("Purchase id (buy_…)")
)

export const print = (asJson: boolean, value: object, text: string) =>
  Console.log(asJson ? JSON.stringify(value) : text)

/** A text table with a heading and aligned columns. */
export const table = (heading: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const lines = [heading, ...rows]
  const widths = heading.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}
