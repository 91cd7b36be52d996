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
  scheduled: "The rule created an event for this post, which is waiting to be sent.",
  sending: "The rule created an event for this post, which is being sent.",
  retrying: "The rule created an event for this post. An attempt was made, and another one is scheduled.",
  delivered: "The rule created an event for this post, and the endpoint accepted it.",
  failed: "The rule created an event for this post, but no attempt to deliver it succeeded.",
  cancelled: "The rule created an event for this post, which was cancelled before it was delivered."
}

const counted = { likeCount: "likes", replyCount: "replies", viewCount: "views" } as const

const isCounted = (name: ExplainedCondition["name"]): name is keyof typeof counted => name in counted

/** `7 of 10 likes, 2 of 5 replies`. */
const missingCounts = (conditions: ReadonlyArray<ExplainedCondition>): string =>
  conditions
    .flatMap(({ name, wanted, actual, holds }) => {
      if (holds || !isCounted(name)) return []
      return [actual === null ? `no view count yet (${wanted} required)` : `${actual} of ${wanted} ${counted[name]}`]
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
      : [`The language of the post is ${language.actual}, but the rule requires ${language.wanted}.`])
  ].join(" ")
}

const tooOldText = (conditions: ReadonlyArray<ExplainedCondition>, until: Date | null): string => {
  const missing = missingCounts(conditions)
  return `The post left the window of the rule at ${timeText(until)}${missing === "" ? "" : `; it has ${missing}`}.`
}

const texts: Readonly<Record<ExplanationVerdict, (explained: Explained) => string>> = {
  fired: ({ eventState }) => (eventState === null ? "" : eventTexts[eventState]),
  unknown_post: () => "No post with this code is stored. A rule can match it once a source has reported it.",
  deleted: () => "The post was deleted. Rules do not match deleted posts.",
  existing: () =>
    "The post matched when the rule was created, and the rule was created with `sendExisting: false`, so it never sends this post.",
  no_match: ({ conditions }) => noMatchText(conditions),
  too_old: ({ conditions, until }) => tooOldText(conditions, until),
  no_plan: ({ until }) =>
    `The account has no plan with webhooks. If it gets one, posts that are still in the window are checked; this one is in the window until ${timeText(until)}.`,
  waiting: ({ conditions, until }) =>
    `The post has ${missingCounts(conditions)}; it is in the window until ${timeText(until)}.`,
  capped: ({ until }) =>
    `All conditions of the rule hold, but the endpoint has reached its daily cap. The event is created after midnight (UTC) if the post is still in the window, until ${timeText(until)}.`,
  out_of_credits: ({ until }) =>
    `All conditions of the rule hold, but the account does not have the ${webhookEventPrice} credits for an event. Once it does, the next check creates the event, until ${timeText(until)}.`,
  will_fire: ({ until }) =>
    `All conditions hold. The next check creates the event, if it runs before ${timeText(until)} and events for older posts leave ${webhookEventPrice} credits.`
}

export const textOf = (explained: Explained): string => texts[explained.verdict](explained)
