/** Cells of CSV files that people open in a spreadsheet. */

/**
 * Prevents CSV injection: spreadsheets evaluate a cell that begins like this as a formula, and strangers choose names and
 * texts. A leading apostrophe makes it text. Cells that already have apostrophes there get one more, so that removing one
 * wherever this matches restores the value.
 */
const formula = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

const textCell = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell)

/** Numbers stay numbers, null is empty, and what is no single value is JSON. */
export const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (typeof value === "string") return textCell(value)
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}
