import { isCantonese } from "./Cantonese.ts"
import { identifyChinese } from "./Chinese.ts"
import { readHint } from "./Hint.ts"
import { isJapaneseWithKana } from "./Japanese.ts"
import { isJapaneseInKanji } from "./JapaneseInKanji.ts"
import type { Language } from "./Language.ts"
import { identifyLatin } from "./Latin.ts"
import { prose } from "./Prose.ts"
import { countScripts } from "./Scripts.ts"

// A Han, kana or Hangul character says as much as about three Latin letters.
const lettersPerCharacter = 3

/**
 * The language of a post, told from its text. The hint is the source's own tag, used only for what the text leaves
 * open: the script of Chinese without telling characters, Japanese without kana, a line in Latin letters that could
 * be anything, a text without letters.
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
