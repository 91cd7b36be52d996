/** The characters that tell scripts apart, as sets that can be listed. */
import table from "../../../../packages/text/src/language/HanTable.json" with { type: "json" }

const characters = (lines: ReadonlyArray<string>): ReadonlySet<string> => new Set(lines.join(""))

export const traditionalOnly = characters(table.traditionalOnly)
export const simplifiedOnly = characters(table.simplifiedOnly)
export const kanji = characters(table.kanji)
export const japaneseOnly = characters(table.japaneseOnly)
