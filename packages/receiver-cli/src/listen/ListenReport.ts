import type { EventContext, ReceiverError, WebhookEvent } from "@heddle/receiver"
import { palette, printable, type Terminal } from "../Terminal.ts"

export interface ListenReport {
  /** What became of a genuine event. */
  readonly event: (
    outcome: "handled" | "failed" | "duplicate",
    event: WebhookEvent,
    context: EventContext,
    note: string | null
  ) => void
  /** `savedAs` is the file that keeps the request. */
  readonly refused: (error: ReceiverError, savedAs: string | null) => void
}

export const jsonReport = ({ out }: Terminal): ListenReport => ({
  event: (outcome, event, { eventKey, idempotencyKey, attempt, signedAt, receivedAt }, note) =>
    out(JSON.stringify({ outcome, receivedAt, signedAt, eventKey, idempotencyKey, attempt, note, event })),
  refused: ({ code, status, message, hint }, savedAs) =>
    out(JSON.stringify({ outcome: "refused", receivedAt: new Date(), code, status, message, hint, savedAs }))
})

const indent = " ".repeat(10)
const clock = (at: Date) => at.toTimeString().slice(0, 8)
const counted = (count: number, unit: string) => `${count.toLocaleString("en")} ${unit}`

function counts({ post }: WebhookEvent): string {
  const views = post.impression_count === null ? [] : [counted(post.impression_count, "views")]
  const rest = [
    counted(post.like_count, "likes"),
    counted(post.reply_count, "replies"),
    counted(post.repost_count, "reposts")
  ]
  return [...rest, ...views].join(", ")
}

export function textReport({ out, colours }: Terminal): ListenReport {
  const { good, bad, strong, faint } = palette(colours)
  const titles = { handled: good("verified"), failed: bad("failed  "), duplicate: faint("repeat  ") }
  return {
    event: (outcome, event, context, note) => {
      const { post, user, rule } = event
      const keyword = rule.keyword === null ? "" : ` ${strong(printable(rule.keyword))}`
      const facts = [`@${printable(user.username)}`, counts(event)].join("  ")
      out(`${clock(context.receivedAt)}  ${titles[outcome]}  ${rule.type}${keyword}  ${facts}`)
      const attempt = context.attempt === null ? [] : [`attempt ${context.attempt}`]
      const key = context.idempotencyKey === null ? [] : [printable(context.idempotencyKey)]
      if (outcome === "handled") {
        for (const text of [post.caption, post.url]) if (text !== "") out(indent + printable(text))
      }
      out(indent + faint([printable(rule.id), `post ${printable(post.code)}`, ...attempt, ...key].join("  ")))
      if (note !== null) out(indent + printable(note, 300))
    },
    refused: ({ code, status, message, hint }, savedAs) => {
      out(`${clock(new Date())}  ${bad("refused ")}  ${status} ${code}: ${message}`)
      out(indent + hint)
      if (savedAs !== null) out(`${indent}Why? heddle-receiver verify ${savedAs}`)
    }
  }
}
