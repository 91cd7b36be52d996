import { Buffer } from "node:buffer"
import { tooLarge } from "../core/Body.ts"
import { failure } from "../core/Errors.ts"
import type { Handles, Reply } from "../core/Reply.ts"

const hint =
  "The signature covers the raw bytes, so event.body must still be the text that AWS passed: run lambdaHandler before " +
  "any body parser (middy's httpJsonBodyParser), and use a proxy integration without a mapping template."

type HeaderMap<A> = Readonly<Record<string, A | undefined>> | null

/** What API Gateway (REST and HTTP), a function URL and a load balancer have in common. */
export interface LambdaEvent {
  readonly body?: unknown
  readonly isBase64Encoded?: boolean | undefined
  readonly headers?: HeaderMap<string> | undefined
  readonly multiValueHeaders?: HeaderMap<ReadonlyArray<string>> | undefined
  /** API Gateway v1 and load balancers. */
  readonly httpMethod?: string | undefined
  /** `http` on API Gateway v2 and function URLs, `elb` on load balancers. */
  readonly requestContext?: { readonly http?: { readonly method: string }; readonly elb?: unknown } | undefined
}

export interface LambdaResult {
  readonly statusCode: number
  readonly headers?: Record<string, string>
  readonly multiValueHeaders?: Record<string, Array<string>>
  readonly body: string
  readonly isBase64Encoded: false
}

function readBody({ body, isBase64Encoded }: LambdaEvent, maxBytes: number): Uint8Array {
  if (body === null || body === undefined) return new Uint8Array()
  if (typeof body !== "string") {
    throw failure("body_consumed", "event.body is not text: something parsed it before.", { hint })
  }
  // Before decoding, so that a large body is not held twice; base64 has four characters for three bytes.
  if ((isBase64Encoded === true ? (body.length / 4) * 3 - 2 : body.length) > maxBytes) throw tooLarge(maxBytes)
  return Buffer.from(body, isBase64Encoded === true ? "base64" : "utf8")
}

function toResult(event: LambdaEvent, { status, headers, body }: Reply): LambdaResult {
  const result = { statusCode: status, body, isBase64Encoded: false } as const
  // A load balancer whose target group has multi-value headers on ignores the plain ones.
  if (event.requestContext?.elb !== undefined && event.multiValueHeaders) {
    const values = Object.entries(headers).map(([name, value]) => [name, [value]])
    return { ...result, multiValueHeaders: Object.fromEntries(values) }
  }
  return { ...result, headers: { ...headers } }
}

/**
 * For API Gateway REST (v1) and HTTP (v2), function URLs and load balancers: `export const handler = lambdaHandler(receiver)`.
 * Rejects only for an event of another kind (a queue, a timer), which is a mistake in the set-up and no request.
 */
export const lambdaHandler =
  (receiver: Handles) =>
  async (event: LambdaEvent): Promise<LambdaResult> => {
    const method = event.requestContext?.http?.method ?? event.httpMethod
    if (method === undefined) {
      throw new TypeError("lambdaHandler takes events of API Gateway, a function URL or a load balancer only.")
    }
    // Plain `headers` of v1 hold only the last of several values.
    const headers = event.multiValueHeaders ?? event.headers ?? {}
    return toResult(
      event,
      await receiver.handle({ method, headers, body: async (maxBytes) => readBody(event, maxBytes) })
    )
  }
