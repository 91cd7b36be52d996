/** Posts of an operator's own collector: NDJSON as a stream of any length, plain or gzip. */
import { NodeStream } from "@effect/platform-node"
import { Effect, Schema, Stream } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { createGunzip } from "node:zlib"
import { OperatorApi } from "../../operator/OperatorApi.ts"
import { Settings } from "../../runtime/Settings.ts"
import { Ingestion } from "../../sources/ingestion/Ingestion.ts"
import { problem } from "../rest/ProblemResponses.ts"

/** The source name of what an operator's own collector sends. */
const source = "ndjson"

/** The stream broke or is not what its headers say; lines before the break are written. */
class BrokenStream extends Schema.TaggedError<BrokenStream>()("BrokenStream", { cause: Schema.Defect() }) {}

const plainBytes = (request: HttpServerRequest.HttpServerRequest, encoding: "gzip" | "identity") => {
  const raw = Stream.mapError(request.stream, (cause) => new BrokenStream({ cause }))
  return encoding === "gzip"
    ? NodeStream.pipeThroughDuplex(raw, {
        evaluate: () => createGunzip(),
        onError: (cause) => new BrokenStream({ cause })
      })
    : raw
}

export const IngestLive = HttpApiBuilder.group(
  OperatorApi,
  "posts",
  Effect.fn(function* (handlers) {
    const ingestion = yield* Ingestion
    const { postUrlTemplate: urlTemplate } = yield* Settings
    // Raw, because collectors send any Content-Type.
    return handlers.handleRaw("ingest", ({ request }) =>
      Effect.gen(function* () {
        const encoding = (request.headers["content-encoding"] ?? "identity").toLowerCase()
        if (encoding !== "gzip" && encoding !== "identity") {
          return problem(415, "", "Send NDJSON as it is, or compressed with `Content-Encoding: gzip`.")
        }
        const lines = plainBytes(request, encoding).pipe(Stream.decodeText, Stream.splitLines)
        return HttpServerResponse.jsonUnsafe(yield* ingestion.ingest(lines, { source, urlTemplate }))
      }).pipe(
        Effect.catchTag("BrokenStream", () =>
          Effect.succeed(
            problem(400, "", "The body broke off or is not what Content-Encoding says; lines before that are in.")
          )
        )
      )
    )
  })
)
