/** Tags of the document: the families of the service description, some of which have several groups of operations. */
import { type Json, objectOf } from "./Json.ts"

export const tags = {
  account: { name: "Account and usage", description: "What you can spend, and what every call and event cost. Free." },
  posts: {
    name: "Post queries",
    description: "Search, trends, hot posts, posts close to a topic, forecasts, threads, and reads from the network."
  },
  authors: {
    name: "Account queries",
    description: "Accounts of the network: profiles, posts, growth and interactions."
  },
  rankings: {
    name: "Leaderboards and statistics",
    description: "Who and what grows fastest, how many likes or followers are many, and when people post."
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
