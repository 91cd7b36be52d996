/** Live reads of Bluesky through the AppView. */
import { Effect, type Result } from "effect"
import type { LiveReads, Readings, SourceFailure } from "../../../live/LiveSource.ts"
import type { AuthorChange } from "../../../store/Change.ts"
import { isDid, uriOfCode } from "../PostCode.ts"
import { type AppView, itemsAtOnce } from "./AppView.ts"

const handle = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/

/** The AppView refuses a whole batch for one name that is neither a handle nor a DID. */
const actorOf = (username: string): string | undefined => {
  if (isDid(username)) return username
  return handle.test(username) ? username.toLowerCase() : undefined
}

export const makeBlueskyReads = (appView: AppView, requestsPerSecond: number): LiveReads => ({
  budget: { requestsPerSecond, postsAtOnce: itemsAtOnce, usersAtOnce: itemsAtOnce },

  posts: Effect.fnUntraced(function* (codes) {
    const uris = new Map(
      codes.flatMap((code) => {
        const uri = uriOfCode(code)
        return uri === null ? [] : [[code, uri] as const]
      })
    )
    if (uris.size === 0) return new Map()
    const items = yield* appView.posts([...uris.values()])
    return new Map(
      [...uris].flatMap(([code, uri]) => {
        const item = items.get(uri)
        return item === undefined ? [] : [[code, item] as const]
      })
    )
  }),

  users: Effect.fnUntraced(function* (usernames) {
    const actors = new Map(
      usernames.flatMap((username) => {
        const actor = actorOf(username)
        return actor === undefined ? [] : [[username, actor] as const]
      })
    )
    if (actors.size === 0) return new Map()
    const items = yield* appView.profiles([...new Set(actors.values())])
    return new Map(
      [...actors].flatMap(([username, actor]): ReadonlyArray<[string, Result.Result<AuthorChange, SourceFailure>]> => {
        const item = items.get(actor)
        if (item === undefined) return []
        return [[username, item]]
      })
    ) satisfies Readings<AuthorChange>
  }),

  replies: (code, atMost) => {
    const uri = uriOfCode(code)
    return uri === null ? Effect.succeed([]) : appView.replies(uri, atMost)
  }
})
