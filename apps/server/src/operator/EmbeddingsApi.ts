/** The models of embeddings: the operator's call and its schemas. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"

export const StoredModel = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  dimensions: Schema.Int,
  state: Schema.Literals(["active", "being made", "replaced"]).annotate({
    description: "`active`: its vectors answer. `being made`: it will replace the active one. `replaced`: soon dropped."
  }),
  posts: Schema.Int.annotate({ description: "Posts of the last 30 days." }),
  embedded: Schema.Int.annotate({ description: "Of these, those with a vector." }),
  failed: Schema.Int.annotate({ description: "Those that the model cannot embed." }),
  indexed: Schema.Boolean.annotate({ description: "Whether large searches use an index." })
})

export class OperatorEmbeddings extends HttpApiGroup.make("embeddings")
  .add(HttpApiEndpoint.get("models", "/embeddings", { success: Schema.Array(StoredModel) }))
  .annotateMerge(OpenApi.annotations({ title: "Embeddings" })) {}
