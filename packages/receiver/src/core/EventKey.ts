import type { WebhookEvent } from "./WebhookEvent.ts"

/** `event`: each post once per rule. `post`: each post once, whichever rule matches it first. */
export type DedupeBy = "event" | "post"

const escape = (part: string) => part.replaceAll("%", "%25").replaceAll(":", "%3A")

/**
 * What makes an event the same event. Built from the signed body alone: the idempotency header is not signed, so a
 * replay could change it at will. One post matching two rules is two events (service.md, Evaluation 2 and 3).
 */
export const eventKeyOf = ({ post, rule }: WebhookEvent): string =>
  `v1:${escape(rule.type)}:${escape(post.code)}:${escape(rule.id)}`

/** `post` is no type of rule, so no event key can equal it. */
export const claimKeyOf = (event: WebhookEvent, by: DedupeBy): string =>
  by === "post" ? `v1:post:${escape(event.post.code)}` : eventKeyOf(event)
