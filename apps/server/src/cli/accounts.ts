/** `heddle accounts`: create and show accounts, grant plans and credits. `keys.ts` has the commands for their keys. */
import { AccountId, PlanName } from "@heddle/api/fields"
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { accountsListed, Credits } from "../operator/Fields.ts"
import { EmailAddress } from "../runtime/EmailAddress.ts"
import { OperatorClient } from "../operator/OperatorClient.ts"
import { account, json, print, table, explained } from "./AccountFlags.ts"
import { planCommands } from "./billing.ts"
import { CommandFailed } from "./CommandFailed.ts"
import * as keys from "./keys.ts"
import { notices } from "./notices.ts"
import { OperatorAccess } from "./OperatorAccess.ts"

const create = Command.make(
  "create",
  {
    email: Flag.String("email").pipe(
      Flag.withSchema(EmailAddress),
      Flag.withDescription("Email address of the account")
    ),
    json
  },
  Effect.fn(function* ({ email, json }) {
    const { accounts } = yield* OperatorClient
    const created = yield* accounts.create({ payload: { email } })
    yield* print(json, created, `Created account ${created.id} for ${created.email}.`)
  })
).pipe(
  explained("Create an account", {
    "heddle accounts create --email ada@example.com": "Create an account and print its id"
  })
)

const grant = Command.make(
  "grant",
  {
    account,
    plan: Flag.Literals("plan", PlanName.literals).pipe(
      Flag.withDescription("Plan for one month from now"),
      Flag.optional
    ),
    credits: Flag.Int("credits").pipe(
      Flag.withSchema(Credits),
      Flag.withDescription("Credits to grant, alone or instead of the plan's amount"),
      Flag.optional
    ),
    json
  },
  Effect.fn(function* ({ account, plan, credits, json }) {
    if (Option.isNone(plan) && Option.isNone(credits)) {
      return yield* new CommandFailed({ detail: "Give --plan, --credits, or both." })
    }
    const { accounts } = yield* OperatorClient
    const given = yield* accounts.grant({
      params: { account_id: account },
      payload: {
        ...(Option.isSome(plan) ? { plan: plan.value } : {}),
        ...(Option.isSome(credits) ? { credits: credits.value } : {})
      }
    })
    const until = given.expires_at.replace(/^(.*)T(\d\d:\d\d).*$/, "$1 $2 UTC")
    yield* print(json, given, `Gave ${given.credits.toLocaleString("en")} credits (${given.kind}) until ${until}.`)
  })
).pipe(
  explained("Grant an account a plan, credits, or a plan with a custom number of credits", {
    "heddle accounts grant --account acct_… --plan standard": "A month of the Standard plan",
    "heddle accounts grant --account acct_… --credits 5000": "5,000 credits, whatever the plan"
  })
)

const list = Command.make(
  "list",
  {
    after: Flag.String("after").pipe(
      Flag.withSchema(AccountId),
      Flag.withDescription("Start after this account id"),
      Flag.optional
    ),
    limit: Flag.Int("limit").pipe(
      Flag.withDescription(`How many to show (default ${accountsListed.byDefault}, at most ${accountsListed.atMost})`),
      Flag.optional
    ),
    json
  },
  Effect.fn(function* ({ after, limit, json }) {
    const pageSize = Option.getOrElse(limit, () => accountsListed.byDefault)
    if (pageSize < 1 || pageSize > accountsListed.atMost) {
      return yield* new CommandFailed({ detail: `--limit ${pageSize}: give 1 to ${accountsListed.atMost}.` })
    }
    const { accounts } = yield* OperatorClient
    const found = yield* accounts.list({
      query: { limit: pageSize, ...(Option.isSome(after) ? { after: after.value } : {}) }
    })
    const last = found.length === pageSize ? found.at(-1) : undefined
    const rows = found.map(({ id, email, plan }) => [id, email, plan?.name ?? "none", plan?.ends_at ?? ""])
    const more = last === undefined ? "" : `\nThere may be more: --after ${last.id}`
    yield* print(json, found, `${table(["ACCOUNT", "EMAIL", "PLAN", "UNTIL"], rows)}${more}`)
  })
).pipe(
  explained("List accounts, oldest first", {
    "heddle accounts list --limit 20": "The first 20 accounts"
  })
)

const show = Command.make(
  "show",
  {
    account,
    audit: Flag.Boolean("audit").pipe(
      Flag.withDescription("Also show the newest entries of the audit log"),
      Flag.withDefault(false)
    ),
    json
  },
  Effect.fn(function* ({ account, audit, json }) {
    const { accounts } = yield* OperatorClient
    const shown = yield* accounts.show({ params: { account_id: account } })
    const entries = audit ? yield* accounts.audit({ params: { account_id: account }, query: {} }) : []
    const rows = entries.map(({ at, action, actor, target }) => [at, action, actor, target ?? ""])
    const { plan } = shown
    const grants = shown.grants.map((grant) => [grant.kind, String(grant.remaining), grant.expires_at])
    const text = [
      `${shown.id}  ${shown.email}, since ${shown.created_at}`,
      plan === null ? "No active plan." : `Plan ${plan.name} until ${plan.ends_at}.`,
      `${shown.remaining_credits} credits to spend, ${shown.held_credits} held.`,
      ...(grants.length === 0 ? [] : ["", table(["GRANT", "LEFT", "UNTIL"], grants)]),
      ...(shown.keys.length === 0 ? [] : ["", keys.describeKeys(shown.keys)]),
      ...(rows.length === 0 ? [] : ["", table(["TIME", "CHANGE", "BY", "OF"], rows)])
    ]
    yield* print(json, audit ? { ...shown, audit: entries } : shown, text.join("\n"))
  })
).pipe(
  explained("Show an account: plan, balance, grants and keys", {
    "heddle accounts show --account acct_… --audit": "With the log of changes to keys, billing and webhooks"
  })
)

const portalLink = Command.make(
  "portal-link",
  { account, json },
  Effect.fn(function* ({ account, json }) {
    const { accounts } = yield* OperatorClient
    const link = yield* accounts.portalLink({ params: { account_id: account } })
    yield* print(
      json,
      link,
      `${link.url}\nOpens the portal, signed in as the account's user. Works once, until ${link.expires_at}.`
    )
  })
).pipe(
  explained("Print a one-time link that opens the portal, signed in as the account's user", {
    "heddle accounts portal-link --account acct_…": "Print the link"
  })
)

/** Leaves the operator client open, so that tests can provide their own. */
export const accountCommands = Command.make("accounts").pipe(
  Command.withDescription("Administer accounts"),
  Command.withSubcommands([
    create,
    list,
    show,
    grant,
    portalLink,
    keys.create,
    keys.list,
    keys.rename,
    keys.limit,
    keys.rotate,
    keys.remove,
    notices,
    ...planCommands
  ])
)

export const accounts = Command.provide(accountCommands, OperatorAccess)
