/** What is called, by how many callers at once. */
import type { Posts } from "../posts/Posts.ts"
import { pickKeywords } from "../search/Keywords.ts"

export interface Scenario {
  readonly endpoint: "/balance" | "/post/search"
  readonly callers: number
  /** Paths with their queries, called one after the other. */
  readonly paths: ReadonlyArray<string>
}

const limit = 20

/** The last one stands for the benchmark. */
export const scenariosOf = (posts: Posts): ReadonlyArray<Scenario> => {
  const searches = pickKeywords(posts).flatMap(({ keywords, language }) =>
    keywords.map(({ text }) => {
      const query = new URLSearchParams({ keywords: text, language, limit: String(limit) })
      return `/post/search?${query.toString()}`
    })
  )
  return [
    { endpoint: "/post/search", callers: 1, paths: searches },
    { endpoint: "/post/search", callers: 32, paths: searches },
    { endpoint: "/balance", callers: 1, paths: ["/balance"] },
    { endpoint: "/balance", callers: 32, paths: ["/balance"] }
  ]
}

export const titleOf = ({ endpoint, callers }: Scenario): string =>
  `${endpoint}, ${callers} ${callers === 1 ? "caller" : "callers"}`
