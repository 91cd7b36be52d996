import { isCantonese } from "./Cantonese.ts"
import { countChinese } from "./JapaneseInKanji.ts"
import type { Scripts } from "./Scripts.ts"

// Quotations and titles may be in another language than the post.
const quotation = /「[^」]*」|『[^』]*』|《[^》]*》|“[^”]*”|"[^"]*"/gu
const hiragana = /\p{Script=Hiragana}+/gu

/**
 * Whether a text with kana and Han characters is Japanese, and not Chinese with decorative kana (夜市の小吃) or a Japanese
 * name or phrase (好想吃サイゼリヤ的焗飯). Japanese has hiragana between its words, so the text is Chinese only if its Chinese
 * words outnumber its runs of hiragana.
 */
export const isJapaneseWithKana = (text: string, { kana, han }: Scripts): boolean => {
  if (han === 0) return true
  const share = kana / (kana + han)
  const own = text.replace(quotation, " ")
  const chinese = countChinese(own) + (isCantonese(own) ? 1 : 0)
  if (kana === 1) return share > 0.12 && chinese === 0
  if (share <= 0.05 || (kana === 2 && han >= 12)) return false
  return chinese < 1 || chinese <= (own.match(hiragana)?.length ?? 0)
}
