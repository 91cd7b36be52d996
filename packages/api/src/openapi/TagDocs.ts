/** Tags of the document: the families of the service description, some of which have several groups of operations. */
import { type Json, objectOf } from "../Json.ts"

export const tags = {
  account: { name: "Account and usage", description: "Your balance, and what each call and event cost. Free." },
  posts: {
    name: "Post queries",
    description: "Search, trends, hot posts, semantic search, inspiration, forecasts, reply chains and live reads."
  },
  authors: {
    name: "Account queries",
    description: "People on the network: profiles, top posts, follower history, interactions and live reads."
  },
  rankings: {
    name: "Leaderboards and statistics",
    description: "Top replies, viral posts and follower growth; ladders of likes and followers; power hours."
  },
  webhooks: {
    name: "Webhook management",
    description:
      "Endpoints, rules and deliveries. Free; needs API Standard or a higher plan. An event costs credits when it is sent."
  }
} as const

export interface Tag {
  readonly name: string
  readonly description: string
}

/** Each tag once. */
export const distinctTags = (listed: unknown): ReadonlyArray<Json> => {
  const all: ReadonlyArray<unknown> = Array.isArray(listed) ? listed : []
  return [...new Map(all.map((tag) => [objectOf(tag)["name"], objectOf(tag)])).values()]
}
