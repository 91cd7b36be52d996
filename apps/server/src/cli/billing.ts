/** `heddle accounts subscribe, top-up, cancel-plan, resume-plan, purchases` and `heddle payments list, confirm, refund`. */
import { PlanName } from "@heddle/api/fields"
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import type { PlanInfo, PurchaseInfo } from "../operator/BillingApi.ts"
import { TopUpCredits } from "../operator/Fields.ts"
import { OperatorClient } from "../operator/OperatorClient.ts"
import { account, json, print, purchase, explained, table } from "./AccountFlags.ts"
import { OperatorAccess } from "./OperatorAccess.ts"

const lineOf = ({ id, kind, plan, credits, price_usd, state, reason, shortfall }: typeof PurchaseInfo.Type) =>
  [
    `${id}  ${kind} ${plan}, ${credits} credits, USD ${price_usd}: ${state}`,
    ...(reason === null ? [] : [reason]),
    ...(shortfall === null ? [] : [`${shortfall} credits were used already.`])
  ].join(". ")

const paymentText = (purchase: typeof PurchaseInfo.Type) =>
  purchase.checkout_url === null && purchase.provider === "manual"
    ? `${lineOf(purchase)}\nWhen it is paid: heddle payments confirm --purchase ${purchase.id}`
    : `${lineOf(purchase)}${purchase.checkout_url === null ? "" : `\nPay at ${purchase.checkout_url}`}`

const planText = ({ plan, paid_until, next_plan, renews_by_itself }: typeof PlanInfo.Type) => {
  const now = plan === null ? "No active plan" : `On ${plan}`
  const until = paid_until === null ? "" : `, paid until ${paid_until}`
  const after =
    next_plan === null ? "ends then" : `then ${next_plan}${renews_by_itself ? ", by itself" : ", once it is paid"}`
  return `${now}${until}; ${after}.`
}

const subscribe = Command.make(
  "subscribe",
  {
    account,
    plan: Flag.Literals("plan", PlanName.literals).pipe(
      Flag.withDescription("A higher plan is bought now; a lower one starts when the current period ends")
    ),
    json
  },
  Effect.fn(function* ({ account, plan, json }) {
    const { billing } = yield* OperatorClient
    const result = yield* billing.subscribe({ params: { account_id: account }, payload: { plan } })
    yield* print(json, result, result.purchase === null ? planText(result.account) : paymentText(result.purchase))
  })
).pipe(
  explained("Buy a plan, or schedule a lower one for the next period", {
    "heddle accounts subscribe --account acct_… --plan plus":
      "Buy the Plus plan, or schedule it if the account has a higher one"
  })
)

const topUp = Command.make(
  "top-up",
  {
    account,
    credits: Flag.Int("credits").pipe(
      Flag.withSchema(TopUpCredits),
      Flag.withDescription("A multiple of 10,000; usable until the period ends")
    ),
    json
  },
  Effect.fn(function* ({ account, credits, json }) {
    const { billing } = yield* OperatorClient
    const purchase = yield* billing.topUp({ params: { account_id: account }, payload: { credits } })
    yield* print(json, purchase, paymentText(purchase))
  })
).pipe(
  explained("Buy credits for the current period (Standard and higher)", {
    "heddle accounts top-up --account acct_… --credits 20000": "Buy 20,000 credits"
  })
)

const cancelPlan = Command.make(
  "cancel-plan",
  { account, json },
  Effect.fn(function* ({ account, json }) {
    const { billing } = yield* OperatorClient
    const plan = yield* billing.cancelPlan({ params: { account_id: account } })
    yield* print(json, { id: account, ...plan }, planText(plan))
  })
).pipe(
  explained("Cancel the plan at the end of its period", {
    "heddle accounts cancel-plan --account acct_…": "The plan stays until it is paid"
  })
)

const resumePlan = Command.make(
  "resume-plan",
  { account, json },
  Effect.fn(function* ({ account, json }) {
    const { billing } = yield* OperatorClient
    const plan = yield* billing.resumePlan({ params: { account_id: account } })
    yield* print(json, { id: account, ...plan }, planText(plan))
  })
).pipe(
  explained("Undo a cancellation or a scheduled change of plan", {
    "heddle accounts resume-plan --account acct_…": "Keep the plan"
  })
)

const purchases = Command.make(
  "purchases",
  { account, json },
  Effect.fn(function* ({ account, json }) {
    const { billing } = yield* OperatorClient
    const all = yield* billing.purchases({ params: { account_id: account } })
    yield* print(json, all, all.length === 0 ? "No purchases." : all.map(lineOf).join("\n"))
  })
).pipe(
  explained("List what an account bought, newest first", {
    "heddle accounts purchases --account acct_…": "List the purchases"
  })
)

/** The subcommands of `heddle accounts`. */
export const planCommands = [subscribe, topUp, cancelPlan, resumePlan, purchases] as const

const confirm = Command.make(
  "confirm",
  { purchase, json },
  Effect.fn(function* ({ purchase, json }) {
    const { billing } = yield* OperatorClient
    const confirmed = yield* billing.confirm({ params: { purchase_id: purchase } })
    yield* print(json, confirmed, lineOf(confirmed))
  })
).pipe(
  explained("Record that a purchase was paid", {
    "heddle payments confirm --purchase buy_…": "Grant what was bought"
  })
)

const refund = Command.make(
  "refund",
  { purchase, json },
  Effect.fn(function* ({ purchase, json }) {
    const { billing } = yield* OperatorClient
    const refunded = yield* billing.refund({ params: { purchase_id: purchase } })
    yield* print(json, refunded, lineOf(refunded))
  })
).pipe(
  explained("Refund a purchase: return the money and take back the credits that are left", {
    "heddle payments refund --purchase buy_…": "Refund the purchase"
  })
)

const list = Command.make(
  "list",
  {
    pending: Flag.Boolean("pending").pipe(
      Flag.withDescription("Only those that wait for payment"),
      Flag.withDefault(false)
    ),
    json
  },
  Effect.fn(function* ({ pending, json }) {
    const { billing } = yield* OperatorClient
    const all = yield* billing.payments({ query: pending ? { pending: "true" } : {} })
    const rows = all.map(({ id, created_at, account_id, kind, plan, credits, price_usd, state }) => [
      id,
      created_at,
      account_id,
      `${kind} ${plan}, ${credits} credits`,
      `USD ${price_usd}`,
      state
    ])
    const none = pending ? "No purchase waits for payment." : "No purchases."
    yield* print(
      json,
      all,
      all.length === 0 ? none : table(["id", "ordered", "account", "what", "price", "state"], rows)
    )
  })
).pipe(
  explained("List the purchases of all accounts, oldest first, at most 200", {
    "heddle payments list --pending": "List what waits for payment"
  })
)

export const payments = Command.make("payments").pipe(
  Command.withDescription("List, confirm and refund purchases"),
  Command.withSubcommands([list, confirm, refund]),
  Command.provide(OperatorAccess)
)
