/** Posts that make some calls expensive: a deep thread, a wide one, a crowd within a second, and an author who never rests. */
import type { PostChange } from "../../../apps/server/src/store/Change.ts"

export const hardSizes = { depth: 40_000, width: 9, tree: 60_000, crowd: 10_000, author: 20_000 } as const

export const prolific = "never_rests"
export const deepest = `deep${hardSizes.depth - 1}`
export const treeRoot = "tree"
export const crowdRoot = "crowd"

const caption = "的一是不了在人有我他 the and of to in"

interface Place {
  readonly code: string
  readonly replyTo?: string
  readonly username?: string
  readonly age: number
}

const daySeconds = 86_400

function* places(): Generator<Place> {
  for (let at = 0; at < hardSizes.depth; at += 1) {
    const parent = at === 0 ? {} : { replyTo: `deep${at - 1}` }
    yield { code: `deep${at}`, age: daySeconds + hardSizes.depth - at, ...parent }
  }
  for (let at = 0; at < hardSizes.tree; at += 1) {
    const parent = at === 0 ? {} : { replyTo: at <= hardSizes.width ? treeRoot : treeCode(parentIn(at)) }
    yield { code: treeCode(at), age: 2 * daySeconds, ...parent }
  }
  for (let at = 0; at <= hardSizes.crowd; at += 1) {
    yield at === 0
      ? { code: crowdRoot, age: 3 * daySeconds }
      : { code: `${crowdRoot}${at}`, replyTo: crowdRoot, age: 2 * daySeconds }
  }
  for (let at = 0; at < hardSizes.author; at += 1) {
    const age = Math.floor((at / hardSizes.author) * 29 * daySeconds)
    yield { code: `author${at}`, username: prolific, age, ...(at % 2 === 0 ? {} : { replyTo: `deep${at}` }) }
  }
}

/** In a tree where every post has the same number of replies. */
const parentIn = (at: number): number => Math.floor((at - 1) / hardSizes.width)
const treeCode = (at: number): string => (at === 0 ? treeRoot : `${treeRoot}${at}`)

export function* hardPosts(untilSeconds: number): Generator<PostChange> {
  let index = 0
  for (const { code, replyTo, username, age } of places()) {
    index += 1
    yield {
      type: "post",
      code,
      caption,
      username: username ?? `hard${index % 1_000}`,
      post_timestamp: untilSeconds - age,
      like_count: index % 97,
      language: "zh-Hant",
      ...(replyTo === undefined ? {} : { is_reply: true, reply_to: replyTo })
    }
  }
}
