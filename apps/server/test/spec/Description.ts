/** The rows of `description.md`: those of its tables, and the items of its lists. */
import { readFileSync } from "node:fs"

/** A short name of each row that is unique within its section, and the row's text. */
export type Section = ReadonlyMap<string, string>

const cellsOf = (line: string) =>
  line
    .slice(1, -1)
    .split(" | ")
    .map((cell) => cell.trim())

/** `GET /post/hot` where the table has a method and a path, else the first cell. */
const nameOfRow = ([first = "", second = ""]: ReadonlyArray<string>) =>
  second.startsWith("/") ? `${first} ${second}` : first.replace(/^`(.+)`$/, "$1")

/** The number, the path that the item begins with, or the whole item. */
const nameOfItem = (number: string | undefined, text: string) => number ?? /^`(\/[^`]+)`/.exec(text)?.[1] ?? text

const rowOf = (line: string): readonly [name: string, text: string] | undefined => {
  if (line.startsWith("|")) {
    const cells = cellsOf(line)
    return [nameOfRow(cells), cells.join(" | ")]
  }
  const item = /^(?:- |(\d+)\. )(.+)$/.exec(line)
  return item === null ? undefined : [nameOfItem(item[1], item[2] ?? ""), item[2] ?? ""]
}

export const parseDescription = (markdown: string): ReadonlyMap<string, Section> => {
  const sections = new Map<string, Map<string, string>>()
  for (const part of markdown.split(/^## /m).slice(1)) {
    const lines = part.split("\n")
    const rows = new Map<string, string>()
    lines.forEach((line, index) => {
      const isHead = lines[index + 1]?.startsWith("|---") === true || line.startsWith("|---")
      const row = isHead ? undefined : rowOf(line)
      if (row === undefined) return
      if (rows.has(row[0])) throw new Error(`${lines[0]}: two rows are called ${row[0]}`)
      rows.set(...row)
    })
    sections.set(lines[0] ?? "", rows)
  }
  return sections
}

export const description = parseDescription(readFileSync(new URL("description.md", import.meta.url), "utf8"))

export const sectionNamed = (name: string): Section => {
  const section = description.get(name)
  if (section === undefined) throw new Error(`description.md has no section ${name}`)
  return section
}
