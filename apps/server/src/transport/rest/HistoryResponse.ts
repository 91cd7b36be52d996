/** The usage history as a file, streamed as CSV (RFC 4180) or NDJSON. */
import { type ExportFormat, exportColumns, tableTypes, type UsageEntry } from "@heddle/api"
import { Stream } from "effect"
import { Csv, Ndjson } from "effect/encoding"
import { HttpServerResponse } from "effect/http"
import type { HistoryFile } from "../../operations/answers/AccountAnswers.ts"
import { cellOf } from "./tables/Columns.ts"

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
export const historyResponse = ({ entries, format, day }: HistoryFile) =>
  HttpServerResponse.stream(encode(entries, format), {
    contentType: `${tableTypes[format]}; charset=utf-8`,
    headers: {
      "content-disposition": `attachment; filename="heddle-usage-${day.toISOString().slice(0, 10)}.${format}"`
    }
  })
