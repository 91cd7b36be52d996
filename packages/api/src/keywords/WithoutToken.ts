/** Why a keyword has nothing that can be looked for, and what to do. */
import { encodeKeyword, isHost, type WordlessPart, wordlessPartsOf } from "@heddle/text"

/** The word that a handle stands for: the tesla of @tesla, @tesla@mastodon.example and @tesla.bsky.social. */
const wordOfHandle = (handle: string): string => {
  const [name = ""] = handle.slice(1).split("@")
  return isHost(name) ? (name.split(".")[0] ?? name) : name
}

const wordsOf = (parts: ReadonlyArray<WordlessPart>): string | undefined => {
  const words = parts.map(({ text }) => wordOfHandle(text)).join(" ")
  return encodeKeyword(words) === undefined ? undefined : words
}

const handlesText = (parts: ReadonlyArray<WordlessPart>): string => {
  const words = wordsOf(parts)
  const byWord = words === undefined ? "" : `use \`${words}\` for the ${words.includes(" ") ? "words" : "word"}, or `
  return `is a handle, and handles are not searched; ${byWord}search with \`username=\` for an author's posts`
}

/** As a sentence without its subject. */
export const withoutTokenText = (keyword: string): string => {
  const parts = wordlessPartsOf(keyword)
  const [first] = parts
  if (first === undefined) {
    return "needs at least one letter or digit: marks, symbols and emoji are not searched; use words of the text"
  }
  if (parts.some(({ kind }) => kind !== first.kind)) {
    return "needs a word: links, handles and shortcodes of emoji are not searched"
  }
  if (first.kind === "mention") return handlesText(parts)
  return first.kind === "emoji"
    ? "is the shortcode of an emoji, and emoji are not searched; use words of the text"
    : "is an address, and links in posts are not searched; search for words of the text"
}
