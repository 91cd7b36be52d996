/** The name and the price of an operation in the reader's language; its description and parameters stay those of the API. */
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
  readonly price: string
  /** Where it differs from that of the page. */
  readonly lang: "en" | undefined
}

/** An operation of a newer server keeps the words of the API. */
export const operationWords = (
  t: Translate,
  { name, summary, price }: Pick<PlaygroundOperation, "name" | "summary" | "price">
): OperationWords => {
  const known = translatedOperations.find((one) => one === name)
  if (known === undefined) return { title: summary, price, lang: "en" }
  return { title: t(`playground.operation.${known}`), price: t(`playground.price.${known}`), lang: undefined }
}
