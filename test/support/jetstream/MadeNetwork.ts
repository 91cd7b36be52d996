/**
 * A seeded network: the same seed makes the same events. People post, answer, quote, like, repost and take all of it back,
 * with the odd cases that the real network has: records that return under their old key, edits, likes of things that are
 * no posts, likes of posts from before.
 */
import { randomFrom } from "../Seeds.ts"
import { tidOf } from "./Tids.ts"
import type { MadeCommit, MadeEvent } from "./Events.ts"

export interface NetworkShape {
  readonly seed: number
  readonly events: number
  readonly people: number
  /** Unix milliseconds of the first event. */
  readonly startMillis: number
  readonly eventsPerSecond: number
}

const posts = "app.bsky.feed.post"
const likes = "app.bsky.feed.like"
const reposts = "app.bsky.feed.repost"
const profiles = "app.bsky.actor.profile"

const texts = [
  "今天的拿鐵很好喝，下次還要再來",
  "这个周末去爬山，天气真好",
  "今日から新しい仕事が始まります",
  "오늘 점심은 김치찌개를 먹었어요",
  "The children went to the market and bought apples",
  "聽日放假，去邊度飲茶好呢"
]

interface Made {
  readonly did: string
  readonly collection: string
  readonly rkey: string
  readonly record: object
}

const uriOf = ({ did, collection, rkey }: Pick<Made, "did" | "collection" | "rkey">): string =>
  `at://${did}/${collection}/${rkey}`

const reference = (made: Pick<Made, "did" | "collection" | "rkey">) => ({ uri: uriOf(made), cid: "bafymadeup" })

const didOf = (person: number): string => `did:plc:${person.toString(36).padStart(24, "a")}`

const weights = [
  ["like", 66],
  ["post", 6],
  ["repost", 10],
  ["unlike", 3],
  ["reply", 4],
  ["quote", 2],
  ["unpost", 1],
  ["again", 1],
  ["edit", 1],
  ["oddLike", 1],
  ["identity", 1],
  ["profile", 1]
] as const
/** Records that events can still be about. */
const remembered = 3_000
const total = weights.reduce((sum, [, weight]) => sum + weight, 0)

export function* madeEvents(shape: NetworkShape): Generator<MadeEvent> {
  const next = randomFrom(shape.seed)
  const below = (bound: number): number => Math.floor(next() * bound)
  const made: { readonly posts: Array<Made>; readonly marks: Array<Made>; readonly gone: Array<Made> } = {
    posts: [],
    marks: [],
    gone: []
  }
  const stepMicros = 1_000_000 / shape.eventsPerSecond
  /** Most attention goes to a few new posts. */
  const somePost = (): Made | undefined => made.posts[made.posts.length - 1 - below(Math.min(made.posts.length, 200))]
  const draw = (): (typeof weights)[number][0] => {
    let left = next() * total
    for (const [name, weight] of weights) {
      left -= weight
      if (left < 0) return name
    }
    return "like"
  }

  for (let seq = 1; seq <= shape.events; seq += 1) {
    const micros = Math.round(shape.startMillis * 1_000 + seq * stepMicros)
    const did = didOf(below(shape.people))
    const rkey = tidOf(micros, below(1_024))
    const rev = tidOf(micros, seq % 1_024)
    const time = new Date(micros / 1_000).toISOString()
    const create = (collection: string, record: object): MadeCommit => {
      const one = { did, collection, rkey, record: { $type: collection, createdAt: time, ...record } }
      const list = collection === posts ? made.posts : made.marks
      list.push(one)
      if (list.length > remembered) list.shift()
      return { kind: "commit", operation: "create", collection, rkey, rev, record: one.record }
    }
    const post = (fields: object) => create(posts, { text: texts[below(texts.length)] ?? "", langs: ["en"], ...fields })
    const remove = (from: Array<Made>): MadeEvent | null => {
      const [one] = from.splice(below(from.length), 1)
      if (one === undefined) return null
      made.gone.push(one)
      if (made.gone.length > remembered) made.gone.shift()
      const what = { kind: "commit", operation: "delete", collection: one.collection, rkey: one.rkey, rev } as const
      return { seq, micros, did: one.did, what }
    }
    const parent = somePost()
    const plain = (): MadeEvent => ({ seq, micros, did, what: post({}) })
    const event = (): MadeEvent => {
      const name = draw()
      if (parent === undefined) return plain()
      switch (name) {
        case "like":
          return { seq, micros, did, what: create(likes, { subject: reference(parent) }) }
        case "repost":
          return { seq, micros, did, what: create(reposts, { subject: reference(parent) }) }
        case "reply":
          return {
            seq,
            micros,
            did,
            what: post({ reply: { root: reference(parent), parent: reference(parent) } })
          }
        case "quote":
          return {
            seq,
            micros,
            did,
            what: post({ embed: { $type: "app.bsky.embed.record", record: reference(parent) } })
          }
        case "unlike":
          return remove(made.marks) ?? plain()
        case "unpost":
          return made.posts.length < 20 ? plain() : (remove(made.posts) ?? plain())
        case "again": {
          const back = made.gone.find(({ collection }) => collection !== posts)
          if (back === undefined) return plain()
          made.gone.splice(made.gone.indexOf(back), 1)
          made.marks.push(back)
          const { collection, record } = back
          const what = { kind: "commit", operation: "create", collection, rkey: back.rkey, rev, record } as const
          return { seq, micros, did: back.did, what }
        }
        case "edit": {
          // Drops whatever the first version quoted or answered.
          const record = { $type: posts, createdAt: time, text: "edited" }
          const what = {
            kind: "commit",
            operation: "update",
            collection: posts,
            rkey: parent.rkey,
            rev,
            record
          } as const
          return { seq, micros, did: parent.did, what }
        }
        case "oddLike": {
          const old = { did, collection: posts, rkey: tidOf(micros - 86_400_000_000 * 200, 1) }
          const feed = { did, collection: "app.bsky.feed.generator", rkey: "news" }
          return { seq, micros, did, what: create(likes, { subject: reference(below(2) === 0 ? old : feed) }) }
        }
        case "identity":
          return { seq, micros, did, what: { kind: "identity", handle: `${did.slice(-4)}.example.com` } }
        case "profile":
          return {
            seq,
            micros,
            did,
            what: {
              kind: "commit",
              operation: "update",
              collection: profiles,
              rkey: "self",
              rev,
              record: { $type: profiles, displayName: `Person ${did.slice(-4)}`, description: "made up" }
            }
          }
        default:
          return plain()
      }
    }
    yield event()
  }
}
