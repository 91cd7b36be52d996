import { isCantonese } from "./Cantonese.ts"
import { identifyChinese } from "./Chinese.ts"
import { readHint } from "./Hint.ts"
import { isJapaneseWithKana } from "./Japanese.ts"
import { isJapaneseInKanji } from "./JapaneseInKanji.ts"
import type { Language } from "./Language.ts"
import { identifyLatin } from "./Latin.ts"
import { prose } from "./Prose.ts"
import { countScripts } from "./Scripts.ts"

// A Han, kana or Hangul character carries as much information as about three Latin letters.
const lettersPerCharacter = 3

/**
 * Identifies the language of a post from its text. The hint is the source's own tag, used only if the text is ambiguous:
 * Chinese without characters specific to a script, Japanese without kana, a short text in Latin script, or a text without
 * letters.
 */
export const identifyLanguage = (text: string, hint?: string): Language => {
  const hinted = readHint(hint)
  const plain = prose(text)
  const scripts = countScripts(plain)
  const { han, kana, hangul, latin, other } = scripts
  const eastAsian = han + kana + hangul
  if (eastAsian + latin + other === 0) return hinted ?? "other"
  if (eastAsian * lettersPerCharacter < latin + other) return other > latin ? "other" : identifyLatin(plain, hinted)
  if (hangul > 0 && hangul * 2 >= kana + han) return "ko"
  if (kana > 0 && isJapaneseWithKana(plain, scripts)) return "ja"
  if (han === 0) return hangul > 0 ? "ko" : "ja"
  if (isCantonese(plain)) return "yue"
  if (isJapaneseInKanji(plain, kana === 0 && hinted === "ja")) return "ja"
  return identifyChinese(plain, hinted)
}
