/** A verdict in words, with what would still have to happen. Pure. */
import { type ExplainedCondition, type ExplanationVerdict, webhookEventPrice } from "@heddle/api"
import type { EventState } from "../delivery/EventState.ts"

export interface Explained {
  readonly verdict: ExplanationVerdict
  readonly conditions: ReadonlyArray<ExplainedCondition>
  readonly until: Date | null
  readonly eventState: EventState | null
}

const eventTexts: Readonly<Record<EventState, string>> = {
  scheduled: "The rule made an event of this post, which waits to be sent.",
  sending: "The rule made an event of this post, which is being sent.",
  retrying: "The rule made an event of this post. It was sent, and waits to be sent again.",
  delivered: "The rule made an event of this post, and the endpoint accepted it.",
  failed: "The rule made an event of this post, but no attempt to deliver it succeeded.",
  cancelled: "The rule made an event of this post, which was cancelled before it was delivered."
}

const counted = { likeCount: "likes", replyCount: "replies", viewCount: "views" } as const

const isCounted = (name: ExplainedCondition["name"]): name is keyof typeof counted => name in counted

/** `7 of 10 likes, 2 of 5 replies`. */
const missingCounts = (conditions: ReadonlyArray<ExplainedCondition>): string =>
  conditions
    .flatMap(({ name, wanted, actual, holds }) => {
      if (holds || !isCounted(name)) return []
      return [actual === null ? `no view count yet (${wanted} needed)` : `${actual} of ${wanted} ${counted[name]}`]
    })
    .join(", ")

/** `2026-11-22 14:05 UTC`. */
const timeText = (time: Date | null): string =>
  time === null ? "an unknown time" : `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`

const noMatchText = (conditions: ReadonlyArray<ExplainedCondition>): string => {
  const of = (name: ExplainedCondition["name"]) => conditions.find((one) => one.name === name && !one.holds)
  const keyword = of("keyword")
  const language = of("language")
  return [
    ...(keyword === undefined ? [] : [`The text does not contain “${keyword.wanted}”.`]),
    ...(language === undefined
      ? []
      : [`The language of the post is ${language.actual}, and the rule wants ${language.wanted}.`])
  ].join(" ")
}

const tooOldText = (conditions: ReadonlyArray<ExplainedCondition>, until: Date | null): string => {
  const missing = missingCounts(conditions)
  return `The post left the window of the rule at ${timeText(until)}${missing === "" ? "" : `; it has ${missing}`}.`
}

const texts: Readonly<Record<ExplanationVerdict, (explained: Explained) => string>> = {
  fired: ({ eventState }) => (eventState === null ? "" : eventTexts[eventState]),
  unknown_post: () => "No post with this code is stored. A rule can fire once a source has reported the post.",
  deleted: () => "The post was deleted, and a deleted post fires no rule.",
  no_match: ({ conditions }) => noMatchText(conditions),
  too_old: ({ conditions, until }) => tooOldText(conditions, until),
  no_plan: ({ until }) =>
    `The account has no plan with webhooks. With one, posts that are still in the window are checked; this one is until ${timeText(until)}.`,
  waiting: ({ conditions, until }) =>
    `The post has ${missingCounts(conditions)}; it is in the window until ${timeText(until)}.`,
  capped: ({ until }) =>
    `All conditions of the rule hold, but the endpoint has reached its daily cap. The event is made after midnight (UTC) if the post is still in the window, which is until ${timeText(until)}.`,
  out_of_credits: ({ until }) =>
    `All conditions of the rule hold, but the account cannot pay the ${webhookEventPrice} credits of an event. With enough credits, the next round makes it, until ${timeText(until)}.`,
  will_fire: ({ until }) =>
    `All conditions hold. The next round makes the event, if it runs before ${timeText(until)} and older posts leave ${webhookEventPrice} credits.`
}

export const textOf = (explained: Explained): string => texts[explained.verdict](explained)
