/**
 * The answer of a list operation as CSV (RFC 4180) or NDJSON, for callers whose `Accept` prefers it to JSON. The price is
 * the same. What the envelope says stands in headers.
 */
import {
  exportColumns,
  type ExportFormat,
  operations,
  rowSchemaOf,
  rowsOf,
  tableTypes,
  type UsageEntry
} from "@heddle/api"
import { byteOrderMark, cellOf, type Column, csvOf, columnsOf } from "@heddle/api/tables"
import { Stream } from "effect"
import { Csv, Ndjson } from "effect/encoding"
import { HttpServerResponse } from "effect/http"
import type { HistoryFile } from "../../../operations/handlers/AccountHandlers.ts"
import { preferred } from "../../http/Accept.ts"

/** The columns of each list operation, by the name of its endpoint. */
export const columnsByOperation: ReadonlyMap<string, ReadonlyArray<Column>> = new Map(
  operations.flatMap((operation) => {
    const row = "result" in operation ? rowSchemaOf(operation.result) : null
    return row === null ? [] : [[operation.endpoint.identifier, columnsOf(row)] as const]
  })
)

const isObject = (row: unknown): row is object => typeof row === "object" && row !== null

const ndjsonOf = (rows: ReadonlyArray<object>) =>
  Stream.fromIterable(rows).pipe(Stream.pipeThroughChannel(Ndjson.encode()))

// Headers carry ASCII only.
const headerText = (text: string): string => text.replaceAll(/[^\x20-\x7e]+/g, encodeURIComponent)

/** `next_cursor` and `notices` of the envelope. */
const envelopeHeaders = (body: object): Readonly<Record<string, string>> => ({
  ...("next_cursor" in body && typeof body.next_cursor === "string" ? { "x-next-cursor": body.next_cursor } : {}),
  ...("notices" in body && Array.isArray(body.notices) && body.notices.length > 0
    ? { "x-notices": headerText(body.notices.join(" ")) }
    : {})
})

/** The answer as a table; null when the caller prefers JSON, or the answer is no list, as that of a dry run. */
export const tableResponse = (
  operation: string,
  accept: string | undefined,
  body: object
): HttpServerResponse.HttpServerResponse | null => {
  const columns = columnsByOperation.get(operation)
  const rows = rowsOf(body)?.filter(isObject)
  if (columns === undefined || rows === undefined) return null
  const type = preferred(accept, ["application/json", tableTypes.csv, tableTypes.ndjson])
  if (type !== tableTypes.csv && type !== tableTypes.ndjson) return null
  return HttpServerResponse.stream(type === tableTypes.csv ? csvOf(rows, columns) : ndjsonOf(rows), {
    contentType: `${type}; charset=utf-8`,
    headers: { ...envelopeHeaders(body), vary: "Accept" }
  })
}

/** The usage history as a file, streamed as CSV (RFC 4180) or NDJSON. */
const csvRecord = (entry: UsageEntry) =>
  Object.fromEntries(exportColumns.map((column) => [column, cellOf(entry[column])]))

const encode = <E>(entries: Stream.Stream<UsageEntry, E>, format: ExportFormat): Stream.Stream<Uint8Array, unknown> =>
  format === "csv"
    ? entries.pipe(
        Stream.map(csvRecord),
        Stream.pipeThroughChannel(Csv.encode({ columns: exportColumns, headers: true }))
      )
    : entries.pipe(Stream.pipeThroughChannel(Ndjson.encode()))

/** A download whose file name contains the day (UTC). */
const download = (content: Stream.Stream<Uint8Array, unknown>, { format, day }: Pick<HistoryFile, "format" | "day">) =>
  HttpServerResponse.stream(content, {
    contentType: `${tableTypes[format]}; charset=utf-8`,
    headers: {
      "content-disposition": `attachment; filename="heddle-usage-${day.toISOString().slice(0, 10)}.${format}"`
    }
  })

export const historyResponse = (file: HistoryFile) => download(encode(file.entries, file.format), file)

/** The same as CSV for people, who open it in a spreadsheet. */
export const spreadsheetResponse = ({ entries, day }: Omit<HistoryFile, "format">) =>
  download(Stream.concat(Stream.make(byteOrderMark), encode(entries, "csv")), { format: "csv", day })
