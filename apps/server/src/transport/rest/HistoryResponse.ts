/** The usage history as a file: CSV by RFC 4180, or NDJSON. Both are made as the entries come. */
import { type ExportFormat, exportColumns, exportContentTypes, type UsageEntry } from "@heddle/api"
import { Stream } from "effect"
import { Csv, Ndjson } from "effect/encoding"
import { HttpServerResponse } from "effect/http"
import type { HistoryFile } from "../../operations/answers/AccountAnswers.ts"

/**
 * A spreadsheet takes a cell that begins so for a formula, and the name of a key is anybody's choice. An apostrophe in
 * front makes it text. Cells with apostrophes before such a character get one as well, so that the way back is clear:
 * take one away wherever this matches.
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

/** A file that a browser saves under a name with its day (UTC). */
export const historyResponse = ({ entries, format, day }: HistoryFile) =>
  HttpServerResponse.stream(encode(entries, format), {
    contentType: `${exportContentTypes[format]}; charset=utf-8`,
    headers: {
      "content-disposition": `attachment; filename="heddle-usage-${day.toISOString().slice(0, 10)}.${format}"`
    }
  })
