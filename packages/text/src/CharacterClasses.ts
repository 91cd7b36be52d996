/** The character classes of decisions.md 9 ("Tokens"), as sources of regular expressions with the flag `v`. */

// Script_Extensions, not Script: ー, 〆 and 〱 are shared by several scripts and belong here. Marks are excluded, they
// never stand alone.
/** One Han, kana or Hangul character: a token by itself. */
export const cjk = String.raw`[[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]&&[\p{L}\p{N}\p{Script=Han}]]--\p{M}]`

// Enclosing marks are symbols here: with the keycap 1️⃣ as a mark, `1` would not find it.
const mark = String.raw`[\p{Mn}\p{Mc}]`

/** Marks that stay after composition. */
export const marks = `${mark}*`

/** A character of a word: letter, mark or digit of a script other than Han, kana and Hangul. */
export const wordCharacter = String.raw`[[\p{L}\p{N}${mark}]--${cjk}]`

/** A word. It begins with a letter or digit: a mark without a base (NFKC makes one of `´`) is a symbol. */
export const word = String.raw`[[\p{L}\p{N}]--${cjk}]${wordCharacter}*`

/** White space that is no line break. */
export const space = String.raw`[\p{Zs}\t]`
