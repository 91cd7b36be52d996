/** What ingesting a file answers. Apart from ingestion, because commands read it without the server's modules. */
import { Schema } from "effect"

const LineError = Schema.Struct({ line: Schema.Int, message: Schema.String })

/** `accepted` = created; the sum of the five counts is the number of lines. */
export const IngestSummary = Schema.Struct({
  accepted: Schema.Int,
  updated: Schema.Int,
  deleted: Schema.Int,
  ignored: Schema.Int,
  rejected: Schema.Int,
  errors: Schema.Array(LineError)
})
export type IngestSummary = typeof IngestSummary.Type
