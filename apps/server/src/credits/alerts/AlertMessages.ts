/** The words of the mails. Pure. */
import type { AccountId } from "@heddle/api"
import { DateTime } from "effect"
import { type SpendableGrant, availableOf, spendingOrder } from "../ledger/SpendableGrant.ts"
import type { Outlook } from "./RunwayForecast.ts"

export interface Words {
  readonly subject: string
  readonly text: string
}

export interface Balance {
  readonly accountId: AccountId
  /** The grants in force. */
  readonly grants: ReadonlyArray<SpendableGrant>
  readonly threshold: number | null
  /** Credits used in the last 7 days, or since the account was made if that is later. */
  readonly used: number
  readonly outlook: Outlook
  readonly baseUrl: string
}

/** What a grant had left when it ended. */
export interface Expired {
  readonly kind: SpendableGrant["kind"]
  readonly left: number
  readonly expiredAt: Date
}

const kinds = { plan: "plan", top_up: "top-up", operator: "from the operator" }

const count = (credits: number) => credits.toLocaleString("en-US")
const day = (date: Date) => DateTime.formatUtc(DateTime.makeUnsafe(date), { locale: "en-GB", dateStyle: "long" })
const minute = (date: Date) =>
  `${DateTime.formatUtc(DateTime.makeUnsafe(date), { locale: "en-GB", dateStyle: "long", timeStyle: "short" })} UTC`

const balanceLines = ({ grants }: Balance): ReadonlyArray<string> => [
  `Credits left: ${count(availableOf(grants))}`,
  ...grants
    .filter(({ available }) => available > 0)
    .toSorted(spendingOrder)
    .map(({ kind, available, expiresAt }) => `  ${count(available)} (${kinds[kind]}) expire on ${minute(expiresAt)}`)
]

const outlookLine = ({ grants, used, outlook }: Balance): string => {
  if (availableOf(grants) === 0) return `Used in the last 7 days: ${count(used)}.`
  switch (outlook.ends) {
    case "never used":
      return "No credits were used in the last 7 days."
    case "used up":
      return `Used in the last 7 days: ${count(used)}. At that rate what is left is used up on ${day(outlook.at)}.`
    case "expired":
      return `Used in the last 7 days: ${count(used)}. At that rate what is left lasts until it expires on ${day(outlook.at)}.`
  }
}

const closing = ({ accountId, baseUrl }: Balance): ReadonlyArray<string> => [
  "More credits: a new plan, or a top-up on API Standard and higher; a top-up counts until the end of the current month of the plan. The operator of this service can also grant credits.",
  "",
  `Account ${accountId} at ${baseUrl}. The operator can change when these mails come, or stop them.`
]

const mail = (subject: string, balance: Balance, ...first: ReadonlyArray<string>): Words => ({
  subject,
  text: [...first, "", ...balanceLines(balance), "", outlookLine(balance), "", ...closing(balance), ""].join("\n")
})

export const lowBalance = (balance: Balance): Words => {
  const left = count(availableOf(balance.grants))
  return mail(
    `Heddle: ${left} credits left`,
    balance,
    `Your balance fell below ${count(balance.threshold ?? 0)} credits.`
  )
}

export const runOut = (balance: Balance): Words =>
  mail(
    "Heddle: your credits have run out",
    balance,
    "Your credits have run out: calls that need more than is left are answered with 402, and webhook events pause.",
    "Once there are credits again, posts that are still inside the check window of their rules are sent."
  )

export const expiredUnspent = (balance: Balance, grants: ReadonlyArray<Expired>): Words => {
  const sum = grants.reduce((total, { left }) => total + left, 0)
  return mail(
    `Heddle: ${count(sum)} credits expired`,
    balance,
    "Credits expired without being used:",
    ...grants.map(({ kind, left, expiredAt }) => `  ${count(left)} (${kinds[kind]}) on ${minute(expiredAt)}`)
  )
}
