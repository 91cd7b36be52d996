/**
 * A server with OpenAI's `POST /v1/embeddings` that needs no model: hashed n-grams of the characters, so that similar texts
 * have similar vectors. What it is asked is recorded, and it can be told to fail.
 */
import { Effect } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"

const hashOf = (text: string): number => {
  let hash = 2_166_136_261
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619)
  return hash >>> 0
}

/** A model is a seed: another one puts the same grams elsewhere. */
export const standInVector = (model: string, text: string, dimensions: number): Array<number> => {
  const vector = Array.from({ length: dimensions }, () => 0)
  const characters = [...` ${text.toLowerCase()} `]
  for (const size of [1, 2, 3]) {
    for (let at = 0; at + size <= characters.length; at++) {
      const hash = hashOf(`${model}:${characters.slice(at, at + size).join("")}`)
      const place = hash % dimensions
      vector[place] = (vector[place] ?? 0) + (hash & 0x10000 ? size : -size)
    }
  }
  // No text has a vector of zeros.
  vector[0] = (vector[0] ?? 0) + 0.01
  return vector
}

export interface EmbeddingRequest {
  readonly model: string
  readonly input: ReadonlyArray<string>
  readonly dimensions?: number
  readonly encoding_format?: string
  readonly authorization: string | undefined
}

/** Answers instead of the model; false leaves the request to it. */
export type Fault = (request: EmbeddingRequest, response: ServerResponse) => boolean

export interface EmbeddingServer {
  readonly url: string
  readonly requests: Array<EmbeddingRequest>
  /** For the requests from now on. */
  setFault(fault: Fault | undefined): void
  /** The only model that it has, whatever name it is asked for; undefined for any. */
  setModel(model: string | undefined): void
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Array<Buffer> = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString("utf8")
}

export const answer = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {}
) => {
  response.writeHead(status, { "content-type": "application/json", ...headers })
  response.end(typeof body === "string" ? body : JSON.stringify(body))
}

export const standInDimensions = 256

export const answerOf = ({ model, input, dimensions = standInDimensions }: EmbeddingRequest, asModel = model) => ({
  object: "list",
  model,
  data: input.map((text, index) => ({
    object: "embedding",
    index,
    embedding: standInVector(asModel, text, dimensions)
  })),
  usage: { prompt_tokens: 1, total_tokens: 1 }
})

/** Until the scope closes. */
export const embeddingServer = Effect.acquireRelease(
  Effect.callback<{ readonly server: EmbeddingServer; readonly close: () => Promise<void> }>((resume) => {
    const requests: Array<EmbeddingRequest> = []
    let fault: Fault | undefined
    let only: string | undefined
    const handle = async (message: IncomingMessage, response: ServerResponse) => {
      const request: EmbeddingRequest = {
        ...JSON.parse(await bodyOf(message)),
        authorization: message.headers.authorization
      }
      requests.push(request)
      if (message.url !== "/v1/embeddings" || message.method !== "POST") return answer(response, 404, {})
      if (fault?.(request, response) === true) return
      // `MODEL:DIMENSIONS` is a model with a length of its own.
      const model = only ?? request.model
      const dimensions = request.dimensions ?? Number(model.split(":")[1] ?? standInDimensions)
      answer(response, 200, answerOf({ ...request, dimensions }, model))
    }
    const http = createServer((message, response) => void handle(message, response).catch(() => response.destroy()))
    http.listen(0, "127.0.0.1", () => {
      const address = http.address()
      const port = typeof address === "object" ? address?.port : undefined
      resume(
        Effect.succeed({
          server: {
            url: `http://127.0.0.1:${port}`,
            requests,
            setFault: (next) => void (fault = next),
            setModel: (next) => void (only = next)
          },
          close: () =>
            new Promise<void>((resolve) => {
              http.close(() => resolve())
              http.closeAllConnections()
            })
        })
      )
    })
  }),
  ({ close }) => Effect.promise(close)
).pipe(Effect.map(({ server }) => server))
