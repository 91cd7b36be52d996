/** `GET /balance/history/export`: the usage history as one file. Free, an addition of ours. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { documented, type FileOperation, free } from "../Operation.ts"
import { HistoryFilter } from "./Balance.ts"

/** Columns of the CSV form, in order; the NDJSON form has one object a line with the same members. */
export const exportColumns = ["id", "time", "cost", "source", "parameters", "api_type", "request_id"] as const

export const exportContentTypes = { csv: "text/csv", ndjson: "application/x-ndjson" } as const

export const ExportQuery = Schema.Struct({
  format: Schema.optionalKey(Schema.Literals(["csv", "ndjson"])).annotate({
    description: "`csv` (RFC 4180, default) or `ndjson` (one JSON object a line)."
  }),
  ...HistoryFilter.fields
})
export type ExportQuery = typeof ExportQuery.Type
export type ExportFormat = NonNullable<ExportQuery["format"]>

export const exportFormat = ({ format = "csv" }: ExportQuery): ExportFormat => format

export const historyExport: FileOperation<{ readonly query: ExportQuery }> = {
  kind: "file",
  summary: "Export the usage history",
  description:
    "Every entry up to now that the filters let through, newest first, as one file that is streamed. The answer is the file itself, without an envelope; a file that breaks off ends with a broken connection.",
  apiType: "balance_history",
  tool: null,
  requires: "nothing",
  price: free,
  parameters: ({ query }) => ({ ...query, format: exportFormat(query) })
}

export const historyExportEndpoint = HttpApiEndpoint.get("exportHistory", "/balance/history/export", {
  query: ExportQuery,
  success: HttpApiSchema.StreamUint8Array({ contentType: Object.values(exportContentTypes) })
}).annotateMerge(documented(historyExport))
