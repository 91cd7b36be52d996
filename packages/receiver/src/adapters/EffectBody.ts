import { Effect, Stream } from "effect"
import type { HttpServerRequest } from "effect/http"
import { BoundedBody, tooLarge } from "../core/BoundedBody.ts"
import { failure } from "../core/Failure.ts"
import { ReceiverError } from "../core/ReceiverError.ts"

const hint =
  "The signature covers the raw bytes, so no HttpRouter middleware may read request.json, text, arrayBuffer or stream " +
  "on this path before the route."

const consumed = () => failure("body_consumed", "Something read the request before this route.", { hint })

/** What Node's IncomingMessage and a web Request tell about their body. */
interface Source {
  readonly readableDidRead?: unknown
  readonly bodyUsed?: unknown
  readonly body?: unknown
}

const explain = (cause: unknown) =>
  cause instanceof ReceiverError ? cause : failure("body_aborted", "The body could not be read.", { cause })

/** The raw bytes of a request nobody has read, refused beyond `maxBytes` while they arrive. */
export const readEffectBody = (
  request: HttpServerRequest.HttpServerRequest,
  maxBytes: number
): Effect.Effect<Uint8Array, ReceiverError> =>
  Effect.suspend(() => {
    const source: Source = request.source
    if (source.readableDidRead === true || source.bodyUsed === true) return Effect.fail(consumed())
    if (Number(request.headers["content-length"]) > maxBytes) return Effect.fail(tooLarge(maxBytes))
    // A web Request without a body; Node always has a stream.
    if (source.body === null) return Effect.succeed(new Uint8Array())
    const body = new BoundedBody(maxBytes)
    const add = (chunk: Uint8Array) => Effect.try({ try: () => body.add(chunk), catch: explain })
    return Stream.runForEach(request.stream, add).pipe(
      Effect.mapError(explain),
      Effect.map(() => body.bytes())
    )
  })
