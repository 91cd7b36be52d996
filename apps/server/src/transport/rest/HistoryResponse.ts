/** The usage history as a file, streamed as CSV (RFC 4180) or NDJSON. */
import { type ExportFormat, exportColumns, exportContentTypes, type UsageEntry } from "@heddle/api"
import { Stream } from "effect"
import { Csv, Ndjson } from "effect/encoding"
import { HttpServerResponse } from "effect/http"
import type { HistoryFile } from "../../operations/answers/AccountAnswers.ts"

/**
 * Prevents CSV injection: spreadsheets evaluate a cell that begins like this as a formula, and customers choose the names
 * of keys. A leading apostrophe makes it text. Cells that already have apostrophes there get one more, so that removing
 * one wherever this matches restores the value.
 */
const formula = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

const text = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell)

const csvRecord = (entry: UsageEntry) => ({
  id: text(entry.id),
  time: String(entry.time),
  cost: String(entry.cost),
  source: text(entry.source),
  parameters: JSON.stringify(entry.parameters),
  api_type: text(entry.api_type),
  request_id: entry.request_id === null ? "" : text(entry.request_id)
})

const encode = <E>(entries: Stream.Stream<UsageEntry, E>, format: ExportFormat): Stream.Stream<Uint8Array, unknown> =>
  format === "csv"
    ? entries.pipe(
        Stream.map(csvRecord),
        Stream.pipeThroughChannel(Csv.encode({ columns: exportColumns, headers: true }))
      )
    : entries.pipe(Stream.pipeThroughChannel(Ndjson.encode()))

/** A download whose file name contains the day (UTC). */
export const historyResponse = ({ entries, format, day }: HistoryFile) =>
  HttpServerResponse.stream(encode(entries, format), {
    contentType: `${exportContentTypes[format]}; charset=utf-8`,
    headers: {
      "content-disposition": `attachment; filename="heddle-usage-${day.toISOString().slice(0, 10)}.${format}"`
    }
  })
