import type { TextMark, TextMarkKind } from "./Marks.ts"

const wordless: ReadonlySet<TextMarkKind> = new Set(["link", "mention", "emoji"])

/** The text with a line break, which separates tokens, for each marked part that is no words. Marks are ordered and apart. */
export const withoutWordless = (text: string, marks: ReadonlyArray<TextMark>): string => {
  let out = ""
  let from = 0
  for (const { start, end, kind } of marks) {
    if (!wordless.has(kind)) continue
    out += `${text.slice(from, start)}\n`
    from = end
  }
  return out + text.slice(from)
}
