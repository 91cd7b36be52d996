/**
 * Counts the events naively, all at once: the highest revision of each record holds, a post that was ever deleted is gone,
 * as are those of an account that was gone after them, and every record that holds counts for the post that it points to.
 */
import type { MadeCommit, MadeEvent } from "./Events.ts"

export interface RecountedPost {
  readonly likes: number
  readonly replies: number
  readonly reposts: number
}

interface Record {
  readonly reply?: { readonly parent: { readonly uri: string } }
  readonly embed?: { readonly record?: { readonly uri?: string } }
  readonly subject?: { readonly uri: string }
}

const postCollection = "app.bsky.feed.post"

const codeOf = (uri: string): string => {
  const [, did = "", collection, rkey = ""] = /^at:\/\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(uri) ?? []
  return collection === postCollection ? `${rkey}~${did}` : ""
}

export const recount = (events: Iterable<MadeEvent>): ReadonlyMap<string, RecountedPost> => {
  const latest = new Map<string, { readonly did: string; readonly commit: MadeCommit }>()
  const seen = new Set<string>()
  const gone = new Set<string>()
  for (const { did, what } of events) {
    if (what.kind === "account" && !what.active) for (const code of seen) if (code.endsWith(`~${did}`)) gone.add(code)
    if (what.kind !== "commit") continue
    const key = `${did}/${what.collection}/${what.rkey}`
    const before = latest.get(key)
    if (before === undefined || before.commit.rev < what.rev) latest.set(key, { did, commit: what })
    if (what.collection === postCollection) (what.operation === "delete" ? gone : seen).add(`${what.rkey}~${did}`)
  }
  const counts = new Map(
    [...seen].filter((code) => !gone.has(code)).map((code) => [code, { likes: 0, replies: 0, reposts: 0 }])
  )
  const add = (uri: string | undefined, what: keyof RecountedPost) => {
    const post = counts.get(codeOf(uri ?? ""))
    if (post !== undefined) post[what] += 1
  }
  for (const { commit } of latest.values()) {
    if (commit.operation === "delete") continue
    const record: Record = commit.record ?? {}
    if (commit.collection === "app.bsky.feed.like") add(record.subject?.uri, "likes")
    if (commit.collection === "app.bsky.feed.repost") add(record.subject?.uri, "reposts")
    if (commit.collection === postCollection) {
      add(record.reply?.parent.uri, "replies")
      add(record.embed?.record?.uri, "reposts")
    }
  }
  return counts
}
