import { cjk, wordCharacter } from "./CharacterClasses.ts"

// decisions.md 9: from `http://`, `https://` or `www.` up to white space or a Han, kana or Hangul character.
// `www.` must not be inside a word (`awww.`). The others may follow a word directly, as they do in many posts.
const url = new RegExp(String.raw`(?:https?://|(?<!${wordCharacter})www\.)[[^\s]--${cjk}]*`, "giv")

/** Replaces each URL by a line break, which separates tokens. */
export const removeUrls = (text: string): string => (/https?:\/\/|www\./i.test(text) ? text.replace(url, "\n") : text)
