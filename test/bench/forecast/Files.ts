/**
 * Cascades of files, one a file. The first line is the number of events and the day of posting, as a number; the others
 * are the seconds since posting and the followers of whoever shared it. An event at second 0 in the second line is the post itself.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Post, postOfEvents } from "./Post.ts"

const dayMillis = 86_400_000

const parsePost = (name: string, text: string): Post => {
  const [first = [], ...rows] = text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => line.trim().split(/\s+/).map(Number))
  const [, day] = first
  if (day === undefined || rows.some(([seconds]) => seconds === undefined || !Number.isFinite(seconds))) {
    throw new Error(`${name} is no cascade: a line "number day", then lines "seconds followers"`)
  }
  const author = rows[0]?.[0] === 0 ? rows.shift() : undefined
  const traits = {
    followers: author?.[1] ?? null,
    hour: (((day % 1) + 1) % 1) * 24,
    language: "und",
    length: 0,
    hasMedia: false,
    isReply: false
  }
  return postOfEvents(day * dayMillis, traits, Float64Array.from(rows, ([seconds = 0]) => seconds * 1_000).toSorted())
}

/** In the order of posting. */
export const readPosts = (folder: string): ReadonlyArray<Post> => {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const posts = names
    .filter(({ name }) => !name.startsWith(".") && !name.endsWith(".md"))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return parsePost(path, readFileSync(path, "utf8"))
    })
  return posts.toSorted((a, b) => a.postedAtMillis - b.postedAtMillis)
}
