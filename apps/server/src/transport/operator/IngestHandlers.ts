/** Ingest from the operator's own collector: an NDJSON stream of any length, plain or gzip. */
import * as NodeStream from "@effect/platform-node/NodeStream"
import { Effect, Schema, Stream } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { createGunzip } from "node:zlib"
import { OperatorApi } from "../../operator/OperatorApi.ts"
import { Settings } from "../../runtime/Settings.ts"
import { Ingestion } from "../../sources/ingestion/Ingestion.ts"
import { problem } from "../http/ProblemResponses.ts"

/** Source name of posts from the operator's collector. */
const source = "ndjson"

/** The stream ended early or does not match its headers. Lines received before that are stored. */
class BrokenStream extends Schema.TaggedError<BrokenStream>()("BrokenStream", { cause: Schema.Defect() }) {}

const decompress = (request: HttpServerRequest.HttpServerRequest, encoding: "gzip" | "identity") => {
  const raw = Stream.mapError(request.stream, (cause) => new BrokenStream({ cause }))
  return encoding === "gzip"
    ? NodeStream.pipeThroughDuplex(raw, {
        evaluate: () => createGunzip(),
        onError: (cause) => new BrokenStream({ cause })
      })
    : raw
}

export const IngestHandlers = HttpApiBuilder.group(
  OperatorApi,
  "posts",
  Effect.fn(function* (handlers) {
    const ingestion = yield* Ingestion
    const { postUrlTemplate: urlTemplate } = yield* Settings
    // Raw, because collectors send arbitrary content types.
    return handlers.handleRaw("ingest", ({ request }) =>
      Effect.gen(function* () {
        const encoding = (request.headers["content-encoding"] ?? "identity").toLowerCase()
        if (encoding !== "gzip" && encoding !== "identity") {
          return problem(415, "", "Send NDJSON uncompressed, or compressed with `Content-Encoding: gzip`.")
        }
        const bytes = decompress(request, encoding)
        return HttpServerResponse.jsonUnsafe(yield* ingestion.ingest(bytes, { source, urlTemplate }))
      }).pipe(
        Effect.catchTag("BrokenStream", () =>
          Effect.succeed(
            problem(
              400,
              "",
              "The body was cut off or does not match its Content-Encoding. The lines before that were ingested."
            )
          )
        )
      )
    )
  })
)
