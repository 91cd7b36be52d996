/** How many Han, kana and Hangul characters a text has, whichever way its Hangul and its voiced kana are composed. */
import { CharacterKind, characterKind } from "./CharacterClasses.ts"

export const countCjk = (text: string): number => {
  let count = 0
  for (const character of text.normalize("NFC")) {
    if (characterKind(character.codePointAt(0) ?? 0) === CharacterKind.cjk) count++
  }
  return count
}
