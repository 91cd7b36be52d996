/** What the database stores, and how long: the operator's call and its schemas. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"

export const StoredTable = Schema.Struct({
  table: Schema.String,
  bytes: Schema.Int.annotate({ description: "With indexes and partitions." }),
  rows: Schema.NullOr(Schema.Int).annotate({
    description: "An estimate of the last analysis; null before the first."
  }),
  since: Schema.NullOr(Schema.String).annotate({
    description: "The first month or day that has a partition with rows."
  }),
  retention: Schema.NullOr(Schema.String).annotate({
    description: "How long rows are kept; null for as long as they apply."
  })
})
export type StoredTable = typeof StoredTable.Type

export class OperatorStorage extends HttpApiGroup.make("storage")
  .add(HttpApiEndpoint.get("tables", "/storage", { success: Schema.Array(StoredTable) }))
  .annotateMerge(OpenApi.annotations({ title: "Storage" })) {}
