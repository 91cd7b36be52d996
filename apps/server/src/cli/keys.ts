/** Subcommands of `heddle accounts` for API keys: create, list, rename, limit, rotate and delete. */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { KeyName } from "../operator/Fields.ts"
import type { KeyRecord } from "../operator/KeysApi.ts"
import { OperatorClient } from "../operator/OperatorClient.ts"
import { account, json, key, print, table, explained } from "./AccountFlags.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { creditLimit, expiresAt, expiresIn, readTerms } from "./KeyFlags.ts"

const name = Flag.String("name").pipe(Flag.withSchema(KeyName), Flag.withDescription("Name of the key"))

export const describeKeys = (keys: ReadonlyArray<KeyRecord>): string =>
  table(
    ["KEY", "NAME", "BEGINS", "ENDS", "STATUS", "LAST USED", "EXPIRES", "SPENT THIS MONTH"],
    keys.map((key) => [
      key.id,
      key.name,
      key.prefix,
      key.last_four,
      key.status,
      key.last_used_at ?? "never",
      key.expires_at ?? "never",
      `${key.spent_this_month}${key.credit_limit === null ? "" : ` of ${key.credit_limit}`}`
    ])
  )

export const create = Command.make(
  "key",
  { account, name, expiresIn, expiresAt, creditLimit, json },
  Effect.fn(function* ({ account, name, json, ...flags }) {
    const { keys } = yield* OperatorClient
    const payload = { name, ...(yield* readTerms(flags)) }
    const created = yield* keys.create({ params: { account_id: account }, payload })
    yield* print(json, created, `Key ${created.name} (${created.id}), shown only this once:\n${created.key}`)
  })
).pipe(
  explained("Create an API key", {
    "heddle accounts key --account acct_… --name production": "A key that never expires",
    "heddle accounts key --account acct_… --name trial --expires-in 30d --credit-limit 1000": "A key for a trial"
  })
)

export const list = Command.make(
  "keys",
  { account, json },
  Effect.fn(function* ({ account, json }) {
    const { keys } = yield* OperatorClient
    const all = yield* keys.list({ params: { account_id: account } })
    yield* print(json, all, all.length === 0 ? "The account has no keys." : describeKeys(all))
  })
).pipe(
  explained("List the API keys of an account, active ones first", {
    "heddle accounts keys --account acct_…": "List the keys"
  })
)

export const rename = Command.make(
  "rename-key",
  { account, key, name, json },
  Effect.fn(function* ({ account, key, name, json }) {
    const { keys } = yield* OperatorClient
    const changed = yield* keys.change({ params: { account_id: account, key_id: key }, payload: { name } })
    yield* print(json, changed, `Key ${changed.id} is now called ${changed.name}.`)
  })
).pipe(
  explained("Rename an API key; existing usage entries keep the old name", {
    "heddle accounts rename-key --account acct_… --key key_… --name staging": "Rename the key to staging"
  })
)

export const limit = Command.make(
  "limit-key",
  { account, key, expiresIn, expiresAt, creditLimit, json },
  Effect.fn(function* ({ account, key, json, ...flags }) {
    const terms = yield* readTerms(flags)
    if (Object.keys(terms).length === 0) {
      return yield* new CommandFailed({ detail: "Give --credit-limit, --expires-in or --expires-at." })
    }
    const { keys } = yield* OperatorClient
    const changed = yield* keys.change({ params: { account_id: account, key_id: key }, payload: terms })
    yield* print(
      json,
      changed,
      `Key ${changed.id} expires ${changed.expires_at ?? "never"} and can spend ${changed.credit_limit ?? "any number of"} credits a month.`
    )
  })
).pipe(
  explained("Change when an API key expires and what it can spend in a calendar month (UTC)", {
    "heddle accounts limit-key --account acct_… --key key_… --credit-limit 10000": "At most 10,000 credits a month",
    "heddle accounts limit-key --account acct_… --key key_… --expires-at never --credit-limit none":
      "Remove both limits"
  })
)

export const rotate = Command.make(
  "rotate-key",
  { account, key, json },
  Effect.fn(function* ({ account, key, json }) {
    const { keys } = yield* OperatorClient
    const created = yield* keys.rotate({ params: { account_id: account, key_id: key } })
    yield* print(
      json,
      created,
      `The old key no longer works. Key ${created.name} (${created.id}), shown only this once:\n${created.key}`
    )
  })
).pipe(
  explained("Replace an API key with a new one with the same name, expiry and limit", {
    "heddle accounts rotate-key --account acct_… --key key_…": "Print the new key; the old one stops working"
  })
)

export const remove = Command.make(
  "delete-key",
  { account, key, json },
  Effect.fn(function* ({ account, key, json }) {
    const { keys } = yield* OperatorClient
    const deleted = yield* keys.remove({ params: { account_id: account, key_id: key } })
    yield* print(json, deleted, `Key ${deleted.id} is deleted.`)
  })
).pipe(
  explained("Delete an API key; it stops working immediately", {
    "heddle accounts delete-key --account acct_… --key key_…": "Delete the key"
  })
)
