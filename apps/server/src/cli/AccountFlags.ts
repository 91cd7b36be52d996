/** Flags, help texts and output formats that commands share. */
import { AccountId, KeyId } from "@heddle/api/fields"
import { Console, type Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { PurchaseId } from "../runtime/Ids.ts"

export const json = Flag.Boolean("json").pipe(
  Flag.withDescription("Print the result as one line of JSON"),
  Flag.withDefault(false)
)
/** What `--help` says: what a command does, and examples of it with what each does. */
export const explained =
  (description: string, examples: Readonly<Record<string, string>>) =>
  <const Name extends string, Input, ContextInput, E, R>(self: Command.Command<Name, Input, ContextInput, E, R>) =>
    self.pipe(
      Command.withDescription(description),
      Command.withExamples(Object.entries(examples).map(([command, what]) => ({ command, description: what })))
    )

/** An empty id would change the path of the request. */
const present = Flag.filter(
  (id: string) => id !== "",
  () => "an id"
)
/** A required flag with an id that becomes a part of the path. */
export const idFlag = <A extends string>(name: string, schema: Schema.Codec<A, string>, description: string) =>
  Flag.String(name).pipe(present, Flag.withSchema(schema), Flag.withDescription(description))

export const account = idFlag("account", AccountId, "Account id (acct_…)")
export const key = idFlag("key", KeyId, "Key id (key_…), not the key itself")
export const purchase = idFlag("purchase", PurchaseId, "Purchase id (buy_…)")

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
