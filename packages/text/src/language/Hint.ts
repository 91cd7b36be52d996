import type { Language } from "./Language.ts"

const traditional = new Set(["hant", "tw", "hk", "mo"])
const simplified = new Set(["hans", "cn", "sg", "my"])

/** Parses a source's language tag (`en`, `zh-TW`, `ja-JP`); undefined if it carries no information. */
export const readHint = (hint: string | undefined): Language | undefined => {
  const [primary = "", ...rest] = (hint ?? "").trim().toLowerCase().split(/[-_]/)
  if (primary === "" || primary === "und" || primary === "mul" || primary === "zxx") return undefined
  if (primary === "en" || primary === "ja" || primary === "ko" || primary === "yue") return primary
  if (primary !== "zh" && primary !== "cmn") return "other"
  if (rest.includes("yue")) return "yue"
  if (rest.some((part) => traditional.has(part))) return "zh-Hant"
  return rest.some((part) => simplified.has(part)) ? "zh-Hans" : "zh"
}
