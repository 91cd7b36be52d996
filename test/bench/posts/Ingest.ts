/** Posts for a running server, through its `POST /ingest`. */
import { Effect } from "effect"
import { authorIdOf } from "../../../apps/server/src/store/Change.ts"
import type { HeddleProcess } from "../../support/HeddleProcess.ts"
import type { Posts } from "./Posts.ts"

const linesAtOnce = 2_000

export const ingestLines = ({ operatorUrl }: HeddleProcess, lines: Iterable<object>) =>
  Effect.promise(async (signal) => {
    let part: Array<string> = []
    const flush = async () => {
      const response = await fetch(`${operatorUrl}/ingest`, { method: "POST", body: part.join("\n"), signal })
      const text = await response.text()
      if (!response.ok) throw new Error(`POST /ingest: ${response.status} ${text}`)
      part = []
    }
    for (const line of lines) {
      part.push(JSON.stringify(line))
      if (part.length === linesAtOnce) await flush()
    }
    if (part.length > 0) await flush()
  })

/** Authors first, then posts in the order of time. */
function* linesOf(posts: Posts): Generator<object> {
  const seen = new Set<string>()
  for (let index = 0; index < posts.count; index += 1) {
    const account = posts.account(index)
    const author = authorIdOf(account)
    if (!seen.has(author)) yield account
    seen.add(author)
  }
  for (let index = 0; index < posts.count; index += 1) yield posts.post(index)
}

export const ingestPosts = (heddle: HeddleProcess, posts: Posts) => ingestLines(heddle, linesOf(posts))
