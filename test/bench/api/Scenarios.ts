/** The calls to measure and their concurrency. */
import type { Posts } from "../posts/Posts.ts"
import { pickKeywords } from "../search/Keywords.ts"

export interface Scenario {
  readonly endpoint: "/balance" | "/post/search"
  readonly callers: number
  /** Paths with queries, called in turn. */
  readonly paths: ReadonlyArray<string>
}

const limit = 20

interface Callers {
  readonly alone: Scenario
  readonly busiest: Scenario
}

const callersOf = (endpoint: Scenario["endpoint"], paths: ReadonlyArray<string>): Callers => ({
  alone: { endpoint, callers: 1, paths },
  busiest: { endpoint, callers: 32, paths }
})

/** The last one gives the headline figure of the benchmark. */
export const scenariosOf = (posts: Posts): ReadonlyArray<Callers> => {
  const searches = pickKeywords(posts).flatMap(({ keywords, language }) =>
    keywords.map(({ text }) => {
      const query = new URLSearchParams({ keywords: text, language, limit: String(limit) })
      return `/post/search?${query.toString()}`
    })
  )
  return [callersOf("/post/search", searches), callersOf("/balance", ["/balance"])]
}

export const titleOf = ({ endpoint, callers }: Scenario): string =>
  `${endpoint}, ${callers} ${callers === 1 ? "caller" : "callers"}`
