/** Keywords of every length and frequency, found in the generated posts, so that no list needs maintenance. */
import type { SearchQuery } from "../../../packages/api/src/operations/Search.ts"
import { encode, encodeKeyword, makeKeywordIndex } from "../../../packages/text/src/index.ts"
import type { Posts } from "../posts/Posts.ts"

export interface Keyword {
  readonly text: string
  /** Number of posts that contain it. */
  readonly posts: number
}

export const frequencies = ["common", "middling", "rare", "absent"] as const
export type Frequency = (typeof frequencies)[number]

export interface KeywordClass {
  readonly kind: string
  readonly frequency: Frequency
  readonly language: NonNullable<SearchQuery["language"]>
  readonly keywords: ReadonlyArray<Keyword>
}

interface Kind {
  readonly name: string
  readonly language: KeywordClass["language"]
  /** Language tags of the posts to search. */
  readonly tags: ReadonlyArray<string>
  readonly pieces: (caption: string) => Iterable<string>
  /** Joins characters or words to a keyword that occurs in no post. */
  readonly length: number
}

export const keywordsOfClass = 5
/** Candidates, of which the best are chosen after a scan of all posts. */
const candidatesOfClass = 8
const sampled = 40_000
/** Shares of all posts. */
const commonShare = 0.01
const middlingShare = 0.001
const rareShare = 0.000_05

const runsOf = (run: RegExp, length: number) =>
  function* (caption: string) {
    for (const [found] of caption.matchAll(run)) {
      const characters = [...found]
      for (let at = 0; at + length <= characters.length; at += 1) yield characters.slice(at, at + length).join("")
    }
  }

const chinese = (length: number): Kind => ({
  name: length === 1 ? "Chinese, 1 character" : `Chinese, ${length} characters`,
  language: "zh",
  tags: ["zh-Hant", "zh-Hans", "yue"],
  pieces: runsOf(/\p{Script=Han}+/gu, length),
  length
})

const kinds: ReadonlyArray<Kind> = [
  chinese(1),
  chinese(2),
  chinese(3),
  chinese(4),
  {
    name: "Japanese, 2 characters",
    language: "ja",
    tags: ["ja"],
    pieces: runsOf(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu, 2),
    length: 2
  },
  { name: "Korean, 2 syllables", language: "ko", tags: ["ko"], pieces: runsOf(/\p{Script=Hangul}+/gu, 2), length: 2 },
  {
    name: "English word",
    language: "en",
    tags: ["en"],
    pieces: (caption) => caption.match(/(?<![#/\w])[a-z]{3,}(?!\w)/g) ?? [],
    length: 2
  }
]

/** Number of captions that contain each fragment, most frequent first; ties keep their order in the captions. */
const countPieces = (kind: Kind, captions: ReadonlyArray<string>) => {
  const counts = new Map<string, number>()
  for (const caption of captions) {
    for (const piece of new Set(kind.pieces(caption))) counts.set(piece, (counts.get(piece) ?? 0) + 1)
  }
  const again = [...counts].filter(([, count]) => count > 1)
  return {
    counted: again.toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)),
    once: [...counts].flatMap(([piece, count]) => (count === 1 ? [piece] : []))
  }
}

/** Picks `count` items, evenly spread over the list. */
const spread = <A>(list: ReadonlyArray<A>, count: number): ReadonlyArray<A> =>
  list.length <= count
    ? list
    : Array.from({ length: count }, (_, at) => list.slice(Math.floor((at * list.length) / count))[0]).flatMap((item) =>
        item === undefined ? [] : [item]
      )

type Candidates = Readonly<Record<Frequency, ReadonlyArray<string>>>

const candidatesOf = (kind: Kind, captions: ReadonlyArray<string>, total: number): Candidates => {
  const { counted, once } = countPieces(kind, captions)
  const within = (low: number, high: number) =>
    counted.flatMap(([piece, count]) => (count / total >= low && count / total <= high ? [piece] : []))
  const common = within(commonShare, 1)
  const middling = within(middlingShare * 0.7, middlingShare * 1.4)
  const top = counted.slice(0, keywordsOfClass).map(([piece]) => piece)
  // Joins the rarest ones until no post can contain the result.
  const parts = spread(once, 40)
  const joined = parts.map((part, at) => part + (parts[(at * 7 + 3) % parts.length] ?? part))
  return {
    common: common.length < keywordsOfClass ? top : spread(common, keywordsOfClass),
    middling: spread(
      middling.length < keywordsOfClass ? within(middlingShare / 5, middlingShare * 5) : middling,
      keywordsOfClass
    ),
    rare: spread(once, candidatesOfClass),
    absent: kind.length === 1 ? [..."龘靐齉爩麣"] : joined.map((text) => cut(kind, text)).slice(0, candidatesOfClass)
  }
}

/** Keeps words whole; cuts characters to the length of the kind, from the middle. */
const cut = (kind: Kind, text: string): string => {
  if (kind.language === "en") return text
  const characters = [...text]
  const from = Math.floor((characters.length - kind.length) / 2)
  return characters.slice(from, from + kind.length).join("")
}

/** The exact number of posts that contain each, from a full scan. */
const countPosts = (posts: Posts, texts: ReadonlySet<string>): ReadonlyMap<string, Keyword> => {
  const counts = new Map<string, number>([...texts].map((text) => [text, 0]))
  // Several texts may be the same keyword.
  const index = makeKeywordIndex<ReadonlyArray<string>>()
  for (const text of texts) {
    const keyword = encodeKeyword(text)
    if (keyword !== undefined) index.set(keyword, [...(index.get(keyword) ?? []), text])
  }
  for (let at = 0; at < posts.count; at += 1) {
    for (const text of index.match(encode(posts.post(at).caption)).flat()) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return new Map([...counts].map(([text, count]) => [text, { text, posts: count }]))
}

const chosen = (frequency: Frequency, counted: ReadonlyArray<Keyword>, total: number): ReadonlyArray<Keyword> => {
  const byPosts = counted.toSorted((a, b) => a.posts - b.posts || (a.text < b.text ? -1 : 1))
  if (frequency === "absent") return byPosts.filter(({ posts }) => posts === 0).slice(0, keywordsOfClass)
  if (frequency === "common") return byPosts.filter(({ posts }) => posts > 0)
  // A character that is rare in one language may be common in another.
  if (frequency === "middling") return byPosts.filter(({ posts }) => posts > 0 && posts <= 3 * middlingShare * total)
  const found = byPosts.filter(({ posts }) => posts > 0)
  const rare = found.filter(({ posts }) => posts <= Math.max(1, total * rareShare))
  return spread(rare.length < keywordsOfClass ? found.slice(0, keywordsOfClass) : rare, keywordsOfClass)
}

/** Seven kinds of keywords, each common (1 % of the posts or more), middling (0.1 %), rare (0.005 % or less), absent. */
export const pickKeywords = (posts: Posts): ReadonlyArray<KeywordClass> => {
  const step = Math.max(1, Math.floor(posts.count / sampled))
  const sample = Array.from({ length: Math.floor(posts.count / step) }, (_, at) => posts.post(at * step))
  const found = kinds.map((kind) => {
    const captions = sample.flatMap(({ caption, language }) => (kind.tags.includes(language ?? "") ? [caption] : []))
    return { kind, candidates: candidatesOf(kind, captions, sample.length) }
  })
  const texts = found.flatMap(({ candidates }) => frequencies.flatMap((frequency) => candidates[frequency]))
  const counts = countPosts(posts, new Set(texts))
  return found
    .flatMap(({ kind, candidates }) =>
      frequencies.map((frequency): KeywordClass => {
        const counted = [...new Set(candidates[frequency])].flatMap((text) => counts.get(text) ?? [])
        return {
          kind: kind.name,
          language: kind.language,
          frequency,
          keywords: chosen(frequency, counted, posts.count)
        }
      })
    )
    .filter(({ keywords }) => keywords.length > 0)
}
