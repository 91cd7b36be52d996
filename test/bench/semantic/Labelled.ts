/** Topics with the posts that are about them, and posts about other things. The folders of the sets say where they are from. */
import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"

export interface LabelledSet {
  readonly name: string
  /** As asked for. */
  readonly language: "zh" | "ja" | "ko" | "en"
  /** That of the posts, as their source says. */
  readonly tag: string
  readonly topics: ReadonlyArray<Topic>
  readonly posts: ReadonlyArray<string>
}

interface Topic {
  readonly topic: string
  /** The grade of each post that is about it, from 1 on. */
  readonly relevant: ReadonlyMap<number, number>
}

const lines = (file: string): ReadonlyArray<string> =>
  readFileSync(file, "utf8")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

/** `# topic`, then its posts; after `# -`, posts about nothing that is asked for. A post may begin with its grade. */
const parse = (text: ReadonlyArray<string>) => {
  const posts: Array<string> = []
  const topics: Array<{ readonly topic: string; readonly relevant: Map<number, number> }> = []
  for (const line of text) {
    if (line.startsWith("# ")) {
      topics.push({ topic: line.slice(2), relevant: new Map() })
      continue
    }
    const [, grade = "1", post = line] = /^([012]) (.+)$/.exec(line) ?? []
    const number = posts.push(post) - 1
    if (grade !== "0") topics.at(-1)?.relevant.set(number, Number(grade))
  }
  return { posts, topics: topics.filter(({ topic }) => topic !== "-") }
}

const languages = { "zh-Hant": "zh", "zh-Hans": "zh", yue: "zh", ja: "ja", ko: "ko", en: "en" } as const
type Tag = keyof typeof languages

const isTag = (text: string): text is Tag => Object.hasOwn(languages, text)

export const ownSets = (): ReadonlyArray<LabelledSet> =>
  (["zh-Hant", "ja", "ko", "en"] as const).map((tag) => ({
    name: `own, ${languages[tag]}`,
    language: languages[tag],
    tag,
    ...parse(lines(join(import.meta.dirname, `labelled/${languages[tag]}.txt`)))
  }))

/** The sets that nothing was tuned on; those in a Chinese script once more with their topics in the other one. */
export const heldOutSets = (): ReadonlyArray<LabelledSet> => {
  const folder = join(import.meta.dirname, "heldout")
  const tags = readdirSync(folder)
    .map((name) => basename(name, ".txt"))
    .filter(isTag)
  return tags.flatMap((tag) => {
    const set = parse(lines(join(folder, `${tag}.txt`)))
    const written = (at: 0 | 1) =>
      set.topics.flatMap(({ topic, relevant }) => {
        const text = topic.split(" | ")[at]
        return text === undefined ? [] : [{ topic: text, relevant }]
      })
    const made = { language: languages[tag], tag, posts: set.posts }
    const own = { ...made, name: `held out, ${tag}`, topics: written(0) }
    const other = { ...made, name: `held out, ${tag}, topics in the other script`, topics: written(1) }
    return other.topics.length === 0 ? [own] : [own, other]
  })
}

/** Sentences in Cantonese as topics, each with its translation into Mandarin as the only relevant post. */
export const parallelSet = (folder: string): LabelledSet => {
  const topics = lines(join(folder, "language/yue.txt"))
  const posts = lines(join(folder, "language/zh-Hant.hk.txt"))
  return {
    name: "Cantonese to Mandarin",
    language: "zh",
    tag: "zh-Hant",
    topics: topics.map((topic, at) => ({ topic, relevant: new Map([[at, 1]]) })),
    posts
  }
}
