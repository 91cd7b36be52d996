/** The texts of the alert mails. Pure. */
import type { AccountId } from "@heddle/api"
import { DateTime } from "effect"
import { type SpendableGrant, availableOf, spendingOrder } from "../ledger/SpendableGrant.ts"
import type { RunwayForecast } from "../usage/RunwayForecast.ts"

export interface Message {
  readonly subject: string
  readonly text: string
}

export interface BalanceReport {
  readonly accountId: AccountId
  /** The grants in force. */
  readonly grants: ReadonlyArray<SpendableGrant>
  readonly threshold: number | null
  /** Credits used in the last 7 days, or since the account was created if that is later. */
  readonly used: number
  readonly runway: RunwayForecast
  readonly baseUrl: string
}

export interface ExpiredGrant {
  readonly kind: SpendableGrant["kind"]
  /** Credits that were neither spent nor held. */
  readonly left: number
  readonly expiredAt: Date
}

const kinds = { plan: "plan", top_up: "top-up", operator: "from the operator", trial: "trial" }

const count = (credits: number) => credits.toLocaleString("en-US")
const day = (date: Date) => DateTime.formatUtc(DateTime.makeUnsafe(date), { locale: "en-GB", dateStyle: "long" })
const minute = (date: Date) =>
  `${DateTime.formatUtc(DateTime.makeUnsafe(date), { locale: "en-GB", dateStyle: "long", timeStyle: "short" })} UTC`

const balanceLines = ({ grants }: BalanceReport): ReadonlyArray<string> => [
  `Credits left: ${count(availableOf(grants))}`,
  ...grants
    .filter(({ available }) => available > 0)
    .toSorted(spendingOrder)
    .map(({ kind, available, expiresAt }) => `  ${count(available)} (${kinds[kind]}) expire on ${minute(expiresAt)}`)
]

const runwayLine = ({ grants, used, runway }: BalanceReport): string => {
  if (availableOf(grants) === 0) return `Used in the last 7 days: ${count(used)}.`
  switch (runway.ends) {
    case "unknown":
      return `Used in the last 7 days: ${count(used)}.`
    case "never used":
      return "No credits were used in the last 7 days."
    case "used up":
      return `Used in the last 7 days: ${count(used)}. At that rate, you will run out on ${day(runway.at)}.`
    case "expired":
      return `Used in the last 7 days: ${count(used)}. At that rate, the rest will last until it expires on ${day(runway.at)}.`
  }
}

const closing = ({ accountId, baseUrl }: BalanceReport): ReadonlyArray<string> => [
  "To get more credits, buy a new plan or, on API Standard and higher, a top-up, which lasts until the end of the plan's current month. The operator of this service can also grant credits.",
  "",
  `Account ${accountId} at ${baseUrl}. The operator can change when these emails are sent, or turn them off.`
]

const mail = (subject: string, balance: BalanceReport, ...first: ReadonlyArray<string>): Message => ({
  subject,
  text: [...first, "", ...balanceLines(balance), "", runwayLine(balance), "", ...closing(balance), ""].join("\n")
})

export const lowBalance = (balance: BalanceReport): Message => {
  const left = count(availableOf(balance.grants))
  return mail(
    `Heddle: ${left} credits left`,
    balance,
    `Your balance fell below ${count(balance.threshold ?? 0)} credits.`
  )
}

export const runOut = (balance: BalanceReport): Message =>
  mail(
    "Heddle: your credits have run out",
    balance,
    "Your credits have run out. Calls that cost more than you have left return 402, and webhook events are paused.",
    "When you have credits again, posts that are still inside the check window of your rules are sent."
  )

export const expiredUnspent = (balance: BalanceReport, grants: ReadonlyArray<ExpiredGrant>): Message => {
  const sum = grants.reduce((total, { left }) => total + left, 0)
  return mail(
    `Heddle: ${count(sum)} credits expired`,
    balance,
    "Credits expired without being used:",
    ...grants.map(({ kind, left, expiredAt }) => `  ${count(left)} (${kinds[kind]}) on ${minute(expiredAt)}`)
  )
}
