/** A plain reading of RFC 4180, and of the usage history written so. */
import { type UsageEntry, UsageEntryId } from "@heddle/api"

const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y

/** Records end with CRLF, the last one too; anything else is an error. */
export const parseCsv = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const records: Array<Array<string>> = [[]]
  for (cell.lastIndex = 0; cell.lastIndex < text.length;) {
    const at = cell.lastIndex
    const [, quoted, plain = "", end] = cell.exec(text) ?? []
    if (end === undefined) throw new Error(`not CSV at ${at}: ${text.slice(at, at + 40)}`)
    records.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === "\r\n") records.push([])
  }
  return records.slice(0, -1)
}

/** Takes away the apostrophe that keeps a spreadsheet from reading a formula, and asserts that none is left. */
const text = (cell: string): string => {
  if (/^[=+\-@\t\r\n＝＋－＠]/.test(cell)) throw new Error(`a formula to a spreadsheet: ${cell}`)
  return /^'+[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell
}

export const entryOfCsv = (record: ReadonlyArray<string>): UsageEntry => {
  const [id = "", time, cost, source = "", parameters = "", apiType = "", requestId = ""] = record
  return {
    id: UsageEntryId.make(id),
    time: Number(time),
    cost: Number(cost),
    source: text(source),
    parameters: JSON.parse(parameters),
    api_type: text(apiType),
    request_id: requestId === "" ? null : text(requestId)
  }
}
