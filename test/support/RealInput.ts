/**
 * Ingest lines from real posts, likes and short texts by other people. The data does not belong to the project and is
 * not in the repository.
 *
 * The capture of the firehose lasts a third of a second, too short for any post to receive many likes. So its likes are
 * assigned, in order, to one post of each script, as updates of its count.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"

const Event = Schema.fromJsonString(
  Schema.Struct({
    did: Schema.String,
    time_us: Schema.Int,
    commit: Schema.optionalKey(
      Schema.Struct({
        operation: Schema.String,
        collection: Schema.String,
        rkey: Schema.String,
        record: Schema.optionalKey(
          Schema.Struct({
            text: Schema.optionalKey(Schema.String),
            langs: Schema.optionalKey(Schema.Array(Schema.String)),
            reply: Schema.optionalKey(Schema.Struct({ parent: Schema.Struct({ uri: Schema.String }) }))
          })
        )
      })
    )
  })
)

const linesOf = (folder: string, name: string) => readFileSync(join(folder, name), "utf8").trim().split("\n")

const captured = (folder: string) =>
  linesOf(folder, "jetstream/production-events-v1.jsonl").map((line) => Schema.decodeUnknownSync(Event)(line))

/** Ingest lines as objects, in order; `now` (Unix seconds) becomes the time of the capture. */
export const realInput = (folder: string, now: number): ReadonlyArray<object> => {
  const events = captured(folder)
  const first = events[0]?.time_us ?? 0
  const at = (timeMicros: number) => now - 60 + Math.floor((timeMicros - first) / 1_000_000)
  const posts = events.flatMap(({ did, time_us, commit }) =>
    commit?.operation === "create" && commit.collection === "app.bsky.feed.post" && commit.record?.text !== undefined
      ? [
          {
            type: "post",
            code: commit.rkey,
            url: `https://bsky.app/profile/${did}/post/${commit.rkey}`,
            caption: commit.record.text,
            username: did,
            post_timestamp: at(time_us),
            observed_at: at(time_us),
            reply_to: commit.record.reply?.parent.uri ?? null,
            language: commit.record.langs?.[0] ?? null
          }
        ]
      : []
  )
  const texts = ["yue", "zh-Hant.hk", "zh-Hant.gsd", "ko"].flatMap((set) =>
    linesOf(folder, `language/${set}.txt`).map((caption, index) => ({
      type: "post",
      code: `${set}-${index}`,
      caption,
      username: set,
      post_timestamp: now - 3_600 + (index % 3_000),
      observed_at: now - 60
    }))
  )
  const liked = likedCodes(posts)
  const counts = new Map<string, number>()
  const likes = events
    .filter(({ commit }) => commit?.operation === "create" && commit.collection === "app.bsky.feed.like")
    .map((_event, index) => {
      const post = [...posts, ...texts].find(({ code }) => code === liked[index % liked.length])
      const count = (counts.get(post?.code ?? "") ?? 0) + 1
      counts.set(post?.code ?? "", count)
      return { ...post, like_count: count, observed_at: now + index }
    })
  return [...posts, ...texts, ...likes]
}

/** One post of each script. The Japanese one is found by its text. */
const likedCodes = (posts: ReadonlyArray<{ readonly code: string; readonly caption: string }>) => [
  "yue-0",
  "zh-Hant.gsd-1",
  "ko-2",
  posts.find(({ caption }) => caption.includes("ネトフリ"))?.code ?? ""
]
