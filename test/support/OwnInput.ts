/**
 * Ingest lines that we wrote ourselves, with the style and flaws of real posts: mixed scripts, wrong language tags,
 * half-width letters, joined emoji, line breaks, bare links.
 */
import { readFileSync } from "node:fs"

interface Post {
  readonly code: string
  readonly caption: string
  readonly language?: string
  readonly reply_to?: string
  readonly minutesAgo: number
}

const posts: ReadonlyArray<Post> = readFileSync(new URL("own-input.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line))

const liked = ["yue-1", "hant-1", "ko-1", "ja-1"]
const likesOfEach = 12

/** Ingest lines as objects, in order: every post, then likes one by one, assigned to one post of each script. */
export const ownInput = (now: number): ReadonlyArray<object> => {
  const lines = posts.map(({ minutesAgo, ...post }) => ({
    type: "post",
    ...post,
    username: post.code.replace("-", "_"),
    post_timestamp: now - minutesAgo * 60,
    observed_at: now - minutesAgo * 60
  }))
  const likes = Array.from({ length: likesOfEach }, (_, index) =>
    lines
      .filter(({ code }) => liked.includes(code))
      .map((line) => ({ ...line, like_count: index + 1, observed_at: now - likesOfEach + index }))
  )
  return [...lines, ...likes.flat()]
}

export const ownInputCounts = { accepted: posts.length, updated: liked.length * likesOfEach }
