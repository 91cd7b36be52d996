const url = /(?:https?:\/\/|www\.)[^\s\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]*/giu
const host =
  /\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|io|co|me|tv|app|dev|ai|tw|hk|cn|jp|kr)\b(?:\/[^\s\p{scx=Han}]*)?/giu
const mention = /@[\w.-]+/gu
const tag = /#[\p{L}\p{M}\p{N}_]+/gu
const hasLetter = /\p{L}/u

// Enough characters to identify the language; bounds the cost for long texts.
const enough = 1_000

/** The part of a post that shows its language: NFKC, without URLs, mentions and hashtags. */
export const prose = (text: string): string => {
  const normal = text.normalize("NFKC").slice(0, enough)
  if (!/[@#.:]/.test(normal)) return normal
  const plain = normal.replace(url, " ").replace(mention, " ").replace(host, " ")
  const untagged = plain.replace(tag, " ")
  // Hashtags are often in another language than the post, so they count only if there is nothing else.
  return hasLetter.test(untagged) ? untagged : plain
}
