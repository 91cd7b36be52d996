/** The mails about an order that is paid by hand: to the operator, who confirms it, and to the buyer, who pays it. */
import { plans } from "@heddle/api"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { accountContact } from "../../accounts/customers/AccountRows.ts"
import { MailQueue } from "../../mail/MailQueue.ts"
import { publicUrl, Settings } from "../../runtime/Settings.ts"
import type { Purchase } from "./PurchaseRows.ts"

const what = ({ kind, plan, credits }: Purchase): string =>
  kind === "top_up"
    ? `${credits.toLocaleString("en")} credits`
    : `${plans[plan].title}, a month${kind === "renewal" ? " more" : ""}`

const usd = ({ priceCents }: Purchase): string => `USD ${(priceCents / 100).toFixed(2)}`

export const makeOrderMails = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const mails = yield* MailQueue
  const settings = yield* Settings
  const { operatorMail, paymentInstructions } = settings

  /** Within the transaction that makes the order, so that each order has its mails once. */
  return Effect.fn("OrderMails.ordered")(function* (purchase: Purchase) {
    const { id, accountId } = purchase
    const contact = yield* accountContact(sql, accountId)
    if (Option.isNone(contact)) return
    const { email } = contact.value
    const order = [`Order ${id}`, `  ${what(purchase)}`, `  ${usd(purchase)}`]
    yield* mails.enqueue({
      accountId,
      to: email,
      subject: `Heddle: your order ${id}`,
      text: [
        ...order,
        "",
        ...(paymentInstructions === "" ? [] : [paymentInstructions, "", `Give the order number ${id} when you pay.`]),
        "You get the credits when the operator has confirmed your payment.",
        `You can look at the order, or cancel it, at ${publicUrl(settings)}/portal/credits`,
        ""
      ].join("\n")
    })
    if (Option.isNone(operatorMail)) return
    yield* mails.enqueue({
      accountId: null,
      to: operatorMail.value,
      subject: `Heddle: order ${id}, ${usd(purchase)}`,
      text: [
        ...order,
        `  Account ${accountId}, ${email}`,
        "",
        "When it is paid:",
        `  heddle payments confirm --purchase ${id}`,
        ""
      ].join("\n")
    })
  })
})
