/** Topics with the posts that are about them, and posts about other things. `labelled/README.md` says where they are from. */
import { readFileSync } from "node:fs"
import { join } from "node:path"

export interface LabelledSet {
  readonly name: string
  readonly language: "zh" | "ja" | "ko" | "en"
  readonly topics: ReadonlyArray<{ readonly topic: string; readonly relevant: ReadonlySet<number> }>
  readonly posts: ReadonlyArray<string>
}

const lines = (file: string): ReadonlyArray<string> =>
  readFileSync(file, "utf8")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

/** `# topic`, then its posts; after `# -`, posts about nothing that is asked for. */
const parse = (text: ReadonlyArray<string>) => {
  const posts: Array<string> = []
  const topics: Array<{ readonly topic: string; readonly relevant: Set<number> }> = []
  for (const line of text) {
    if (line.startsWith("# ")) topics.push({ topic: line.slice(2), relevant: new Set() })
    else topics.at(-1)?.relevant.add(posts.push(line) - 1)
  }
  return { posts, topics: topics.filter(({ topic }) => topic !== "-") }
}

const languages = ["zh", "ja", "ko", "en"] as const

export const ownSets = (): ReadonlyArray<LabelledSet> =>
  languages.map((language) => ({
    name: `own, ${language}`,
    language,
    ...parse(lines(join(import.meta.dirname, `labelled/${language}.txt`)))
  }))

/** Sentences in Cantonese as topics, each with its translation into Mandarin as the only relevant post. */
export const parallelSet = (folder: string): LabelledSet => {
  const topics = lines(join(folder, "language/yue.txt"))
  const posts = lines(join(folder, "language/zh-Hant.hk.txt"))
  return {
    name: "Cantonese to Mandarin",
    language: "zh",
    topics: topics.map((topic, at) => ({ topic, relevant: new Set([at]) })),
    posts
  }
}
