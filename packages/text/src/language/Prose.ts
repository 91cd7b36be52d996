const url = /(?:https?:\/\/|www\.)[^\s\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]*/giu
const host =
  /\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|io|co|me|tv|app|dev|ai|tw|hk|cn|jp|kr)\b(?:\/[^\s\p{scx=Han}]*)?/giu
const mention = /@[\w.-]+/gu
const tag = /#[\p{L}\p{M}\p{N}_]+/gu
const hasLetter = /\p{L}/u

// So much tells the language; a text without end must not cost without end.
const enough = 1_000

/** The part of a post that says something about its language: without addresses, mentions and tags; in NFKC. */
export const prose = (text: string): string => {
  const normal = text.normalize("NFKC").slice(0, enough)
  if (!/[@#.:]/.test(normal)) return normal
  const plain = normal.replace(url, " ").replace(mention, " ").replace(host, " ")
  const untagged = plain.replace(tag, " ")
  // Tags are often in another language than the post; alone they are all there is.
  return hasLetter.test(untagged) ? untagged : plain
}
