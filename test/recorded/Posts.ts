/** What the server ingests: posts of 88 days with replies, repeated observations and deletions, and their authors. */
import { type Choices, choicesOf } from "../support/Seeds.ts"
import { endings, sentences } from "./Sentences.ts"

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const languages = Object.keys(sentences)
const names = ["amy", "ben", "chloe", "dan", "eva", "finn", "gina", "hugo", "ines", "jun", "kai", "lena"]
const postCount = 230

const pick = <A>(choices: Choices, list: ReadonlyArray<A>, otherwise: A): A =>
  list[choices.below(list.length)] ?? otherwise

/** A third of the posts within a day, a third within a week or so, the others older; never at the edge of an hour. */
const ageOf = (choices: Choices, index: number): number => {
  const minutes = (7 + choices.below(46)) * minute + choices.below(60)
  if (index % 3 === 0) return choices.below(24) * hour + minutes
  if (index % 3 === 1) return choices.below(9) * day + choices.below(24) * hour + minutes
  return choices.below(88) * day + choices.below(24) * hour + minutes
}

interface Written {
  readonly code: string
  readonly postedAt: number
}

/** Lines about one post: its creation, then counts that mostly grow. */
const linesOf = (choices: Choices, index: number, base: number, parents: ReadonlyArray<Written>) => {
  const language = pick(choices, languages, "en")
  const age = ageOf(choices, index)
  const postedAt = base - age
  const earlier = parents.filter((parent) => parent.postedAt < postedAt)
  const isReply = choices.below(10) < 4 && earlier.length > 0
  const parent = isReply ? earlier[choices.below(Math.min(25, earlier.length))]?.code : undefined
  const hasViews = choices.below(3) > 0
  const code = `${choices.of("D", "p-", "x_")}${(index * 7_919 + 12_345).toString(36)}`
  const fixed = {
    type: "post",
    code,
    ...(choices.below(4) === 0 ? {} : { url: `https://social.example/${code}` }),
    caption: pick(choices, sentences[language] ?? [], "") + pick(choices, endings, ""),
    username: pick(choices, names, "amy"),
    post_timestamp: postedAt,
    ...(parent === undefined ? {} : { reply_to: parent }),
    ...(choices.below(3) === 0 ? { language } : {}),
    ...(choices.below(5) === 0 ? { media_url: [`https://images.example.com/${code}.jpg`] } : {})
  }
  let likes = choices.below(12)
  const observations = Array.from({ length: 1 + choices.below(4) }, (_, at) => {
    likes = Math.max(0, likes + choices.below(at === 0 ? 6 : 90) - 3)
    return {
      ...fixed,
      like_count: likes,
      reply_count: choices.below(9),
      ...(choices.below(2) === 0 ? { repost_count: choices.below(7), reshare_count: choices.below(4) } : {}),
      ...(hasViews ? { impression_count: likes * 40 + choices.below(60) } : {}),
      observed_at: Math.min(base - 120, postedAt + 90 + Math.floor((age * at) / 4))
    }
  })
  return { written: { code, postedAt }, observations }
}

const postLines = (base: number) => {
  const choices = choicesOf(20_261_118)
  const parents: Array<Written> = []
  const lines: Array<{ readonly observed_at: number }> = []
  for (let index = 0; index < postCount; index++) {
    const { written, observations } = linesOf(choices, index, base, parents)
    parents.push(written)
    lines.push(...observations)
  }
  const gone = parents.filter((_, index) => index % 40 === 11).map(({ code }) => ({ type: "delete", code }))
  // In the order in which a collector would observe them.
  return [...lines.toSorted((one, other) => one.observed_at - other.observed_at), ...gone]
}

/** The last author has no profile, another no counts. */
const userLines = (base: number) => {
  const choices = choicesOf(7)
  return names.slice(0, -1).flatMap((username, index) =>
    Array.from({ length: 1 + choices.below(6) }, (_, at) => ({
      type: "user",
      username,
      full_name: index === 3 ? "" : `${username} 陳`,
      profile_picture: `https://images.example.com/${username}.jpg`,
      biography: index % 2 === 0 ? "coffee, trains & cats\nsecond line" : "",
      ...(index === 4
        ? {}
        : {
            follower_count: 40 * index + at * choices.below(50),
            following_count: 10 + index,
            ...(index % 3 === 0 ? { post_count: 100 + at } : {})
          }),
      observed_at: base - 40 * day + Math.floor((at * 40 * day) / 6) + index * minute
    }))
  )
}

/** Observations 13 hours and 1 hour ago, for the growth of the last hours. */
const lateUserLines = (base: number) =>
  [13 * hour, hour].flatMap((ago, at) =>
    names.slice(0, 6).map((username, index) => ({
      type: "user",
      username,
      follower_count: 400 + 70 * index * (at + 1),
      observed_at: base - ago - index * minute
    }))
  )

/** A thread whose root was never ingested. */
const threadLines = (base: number) =>
  ["t-1", "t-2", "t-3", "t-4", "t-5"].map((code, index) => ({
    type: "post",
    code,
    caption: `Thread about trains, part ${index}`,
    username: index % 2 === 0 ? "amy" : "ben",
    post_timestamp: base - 5 * hour + index * 11 * minute,
    reply_to: index === 0 ? "unknown-top" : `t-${index === 4 ? 2 : index}`,
    like_count: index,
    observed_at: base - 4 * hour
  }))

/** Lines that are rejected or ignored, the largest numbers, and a post that meets a trending rule. */
const oddLines = (base: number) => [
  { type: "post", code: "bad", caption: "no author" },
  { type: "posts", code: "bad" },
  { type: "post", code: "has space", caption: "x", username: "amy", post_timestamp: base },
  { type: "delete", code: "never-seen" },
  {
    type: "post",
    code: "huge",
    caption: "The largest train of all",
    username: "ben",
    post_timestamp: base - 2 * hour - 13 * minute,
    like_count: 1_000_000_000_000,
    impression_count: 1_000_000_000_000,
    observed_at: base - hour
  },
  {
    type: "post",
    code: "viral",
    caption: "全台停電，大家都在問什麼時候來電",
    username: "chloe",
    post_timestamp: base - 50 * hour - 13 * minute,
    like_count: 4_200,
    reply_count: 310,
    observed_at: base - hour
  }
]

/** Ingest bodies, in order; times are Unix seconds. */
export const ingestBodies = (base: number): ReadonlyArray<string> =>
  [userLines(base), postLines(base), lateUserLines(base), threadLines(base), oddLines(base)].map(
    (lines) => `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`
  )
