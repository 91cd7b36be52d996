import { cjk, wordCharacter } from "./CharacterClasses.ts"

// decisions.md 9: from `http://`, `https://` or `www.` up to white space or a Han, kana or Hangul character.
// `www.` must not stand inside a word (`awww.`); the others may, for posts glue them to the word before.
const url = new RegExp(String.raw`(?:https?://|(?<!${wordCharacter})www\.)[[^\s]--${cjk}]*`, "giv")

/** The text with each URL replaced by a line break, which is a break between tokens. */
export const removeUrls = (text: string): string => (/https?:\/\/|www\./i.test(text) ? text.replace(url, "\n") : text)
