/** The name, the description and the price of an operation in the reader's language. */
import type { PlaygroundOperation } from "@heddle/api/portal"
import type { Translate } from "../../text/Text.tsx"

export const translatedOperations = [
  "balance",
  "balanceHistory",
  "searchPosts",
  "hotPosts",
  "keywordTrend",
  "inspiration",
  "semanticSearch",
  "forecast",
  "postChain",
  "userFollowerHistory",
  "userInteractions",
  "userTopThreads",
  "users",
  "livePosts",
  "liveUsers",
  "coolReplies",
  "followerGrowth",
  "postLikeGrowth",
  "followerLadder",
  "likeLadder",
  "powerHours"
] as const

export interface OperationWords {
  readonly title: string
  readonly description: string
  readonly price: string
  /** Where it differs from that of the page. */
  readonly lang: "en" | undefined
}

/** An operation of a newer server keeps the words of the API. */
export const operationWords = (
  t: Translate,
  { name, summary, description, price }: Pick<PlaygroundOperation, "name" | "summary" | "description" | "price">
): OperationWords => {
  const known = translatedOperations.find((one) => one === name)
  if (known === undefined) return { title: summary, description, price, lang: "en" }
  return {
    title: t(`operation.${known}`),
    description: t(`playground.description.${known}`),
    price: t(`playground.price.${known}`),
    lang: undefined
  }
}
