import type { Scripts } from "./Scripts.ts"

/** Whether a text with kana is Japanese, and not Chinese with a kana or two for ornament. */
export const isJapaneseWithKana = ({ kana, han }: Scripts): boolean => {
  const share = kana / (kana + han)
  if (kana === 1) return share > 0.12
  return share > 0.05 && !(kana === 2 && han >= 12)
}
