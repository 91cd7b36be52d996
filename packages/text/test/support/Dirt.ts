/**
 * Puts into a sentence what posts have beside language: links with and without a scheme, handles, mail addresses,
 * shortcodes, hashtags and emoji. Pure: the same seed makes the same post.
 */
type Random = () => number

export const random = (seed: number): Random => {
  let state = seed * 2_654_435_761
  // mulberry32
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const syllables = "ba ko mi ren tal dor sun pix lo gra vue neo zen kit ora wel lin far mo tech news shop blog".split(
  " "
)
const endings =
  "com net org jp co.jp com.tw tw kr co.kr hk cn io app dev me tv fm pm ee be ly gg xyz club shop blog news art cafe uk co.uk de".split(
    " "
  )
const words = "how to build a startup from nothing the best guide of 2026 review watch article item episode".split(" ")
const emoji = ["😂", "🔥🔥", "❤️", "👍🏽", "🇹🇼", "✨", "🙏", "1️⃣", "👨‍👩‍👧", "🥹", "→", "★"]
const tags = [
  "#Travel",
  "#MondayMotivation",
  "#台積電",
  "#咖啡日常",
  "#推し活",
  "#일상",
  "#ad",
  "＃新刊",
  "#2026",
  "$TSLA",
  "#K_POP"
]

const pick = <A>(next: Random, from: ReadonlyArray<A>): A => {
  const found = from[Math.floor(next() * from.length)]
  if (found === undefined) throw new Error("Nothing to pick from")
  return found
}
const times = (next: Random, least: number, most: number) => least + Math.floor(next() * (most - least + 1))
const several = (next: Random, from: ReadonlyArray<string>, least: number, most: number, between = "") =>
  Array.from({ length: times(next, least, most) }, () => pick(next, from)).join(between)

const id = (next: Random) =>
  Array.from({ length: times(next, 5, 14) }, () =>
    pick(next, Array.from("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMN23456789_-"))
  ).join("")
const host = (next: Random) => `${several(next, syllables, 2, 3)}.${pick(next, endings)}`
const path = (next: Random) =>
  pick(next, [
    () => `/${id(next)}`,
    () => `/${several(next, words, 2, 6, "-")}`,
    () =>
      `/${several(next, syllables, 1, 2)}/${times(next, 1, 99_999)}?ref=${several(next, syllables, 1, 2)}&x=${id(next)}`,
    () => `/@${several(next, syllables, 2, 2)}/${several(next, words, 1, 3, "_")}...`
  ])()
const name = (next: Random) => `${several(next, syllables, 2, 3)}${pick(next, ["", "_", "_official", "24", ""])}`

/** The kinds of dirt. */
export const dirt: Readonly<Record<string, (next: Random) => string>> = {
  link: (next) =>
    `https://${pick(next, ["", "", "www."])}${host(next)}${pick(next, [path, () => "", () => "/"])(next)}`,
  "link without a scheme": (next) => `${host(next)}${pick(next, [path, path, () => ""])(next)}`,
  handle: (next) =>
    pick(next, [() => `@${name(next)}`, () => `@${name(next)}.bsky.social`, () => `@${name(next)}@${host(next)}`])(),
  mail: (next) => `${name(next)}@${host(next)}`,
  shortcode: (next) => `:${several(next, [...syllables, "blobcat", "party"], 1, 4, "_")}:`,
  hashtag: (next) => pick(next, tags),
  emoji: (next) => pick(next, emoji)
}

const kinds = Object.values(dirt)

/** A post of one to three pieces of dirt before, after and within the sentence. */
export const soil = (sentence: string, seed: number, kind?: (next: Random) => string): string => {
  const next = random(seed)
  let post = sentence
  const isEastAsian = (text: string) => /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}，。、！？]/u.test(text)
  for (let piece = times(next, 1, 3); piece > 0; piece -= 1) {
    const made = (kind ?? pick(next, kinds))(next)
    const place = next()
    const gaps = Array.from(post.matchAll(/[\s，。、！？]+/gu), ({ index, 0: gap }) => index + gap.length)
    const at = place < 0.3 ? 0 : place < 0.8 || gaps.length === 0 ? post.length : pick(next, gaps)
    const [before, after] = [post.slice(0, at), post.slice(at)]
    // Chinese and Japanese posts often leave the space out.
    const isGlued = isEastAsian(before.slice(-1)) && next() < 0.3
    const gap = before === "" || isGlued || /\s$/.test(before) ? "" : " "
    post = `${before}${gap}${made}${after === "" ? "" : " "}${after}`
  }
  return post
}
