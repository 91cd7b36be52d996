import { japaneseOnly, kanji, simplifiedOnly, traditionalOnly } from "./HanTable.ts"
import type { Scripts } from "./Scripts.ts"

const han = /\p{Script=Han}/gu

// Words in characters shared with Chinese that Chinese does not use.
const words =
  /仕事|素敵|配信|皆様|一緒|部屋|休憩|寝坊|残業|帰宅|写真|面白|彼女|彼氏|切符|到着|御礼|勘弁|最終回|無事|新作|予定|本日|絶対|大変|完売|終了|募集中|快晴|連休|出勤|退勤|通勤|徹夜/

/** Whether a text with kana is Japanese, and not Chinese with a kana or two for ornament. */
export const isJapaneseWithKana = ({ kana, han }: Scripts): boolean => {
  const share = kana / (kana + han)
  if (kana === 1) return share > 0.12
  return share > 0.05 && !(kana === 2 && han >= 12)
}

/**
 * Whether a text of Han characters alone is Japanese: it has a form that only Japan uses, or it mixes forms of both
 * Chinese scripts in the way Japan does (会議).
 */
export const isJapaneseInKanji = (text: string, hinted: boolean): boolean => {
  let only = 0
  let foreign = 0
  let simplified = 0
  let traditional = 0
  for (const [character] of text.matchAll(han)) {
    if (character === "々") continue
    if (japaneseOnly.has(character)) only += 1
    else if (!kanji.has(character)) foreign += 1
    else if (simplifiedOnly.has(character)) simplified += 1
    else if (traditionalOnly.has(character)) traditional += 1
  }
  if (foreign > 0) return only > foreign
  if (only > 0 || hinted) return true
  if (simplified > 0 && traditional > 0) return true
  return words.test(text)
}
