import { simplifiedOnly, traditionalOnly } from "./HanTable.ts"
import type { Language } from "./Language.ts"

// Used only in Taiwan.
const bopomofo = /\p{Script=Bopomofo}/u

// Words with characters that simplification merged and the traditional script keeps distinct: 以後, 那裡, 旅遊.
const mergedWords =
  /[以然之最前今往]后|后[来天面悔果]|[那哪心家手这]里|里[面边]|旅游|游[戏泳玩]|葡萄干|饼干|干[嘛什活杯]|丑[死陋八]|[吃泡拌]面|面[包条馆]|回复|重复|[好太]松|松了/

const bySimplification = (text: string): "zh-Hant" | "zh-Hans" | "zh" => {
  let balance = 0
  for (const character of text) {
    if (traditionalOnly.has(character)) balance += 1
    else if (simplifiedOnly.has(character)) balance -= 1
  }
  if (balance === 0) return bopomofo.test(text) ? "zh-Hant" : mergedWords.test(text) ? "zh-Hans" : "zh"
  return balance > 0 ? "zh-Hant" : "zh-Hans"
}

/** The script of a Chinese text that is not Cantonese. If its characters are ambiguous, the source's hint decides. */
export const identifyChinese = (text: string, hint: Language | undefined): Language => {
  const script = bySimplification(text)
  return script === "zh" && (hint === "zh-Hant" || hint === "zh-Hans" || hint === "yue") ? hint : script
}
