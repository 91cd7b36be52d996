import { isCantonese } from "./Cantonese.ts"
import { simplifiedOnly, traditionalOnly } from "./HanTable.ts"
import type { Language } from "./Language.ts"

// Only Taiwan writes with these.
const bopomofo = /\p{Script=Bopomofo}/u

const bySimplification = (text: string): "zh-Hant" | "zh-Hans" | "zh" => {
  let balance = 0
  for (const character of text) {
    if (traditionalOnly.has(character)) balance += 1
    else if (simplifiedOnly.has(character)) balance -= 1
  }
  if (balance === 0) return bopomofo.test(text) ? "zh-Hant" : "zh"
  return balance > 0 ? "zh-Hant" : "zh-Hans"
}

/** Which Chinese a text is; where its characters leave the script open, the hint of its source decides. */
export const identifyChinese = (text: string, hint: Language | undefined): Language => {
  if (isCantonese(text)) return "yue"
  const script = bySimplification(text)
  return script === "zh" && (hint === "zh-Hant" || hint === "zh-Hans" || hint === "yue") ? hint : script
}
