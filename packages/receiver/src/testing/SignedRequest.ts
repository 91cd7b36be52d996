import { hash, importKey } from "#crypto"
import type { WebhookEvent } from "../core/Event.ts"
import { attemptHeader, idempotencyHeader, signatureHeader } from "../core/Header.ts"
import { keyBytes, type Secrets } from "../core/Secrets.ts"
import { signedPrefix } from "../core/Verify.ts"
import { type LambdaOptions, toAlb, toApiGatewayV1, toApiGatewayV2, toFunctionUrl } from "./LambdaEvents.ts"

export interface SignRequestInput {
  /** One `v1` for each, in this order; a text may hold several with commas between them, as for the receiver. */
  readonly secrets: Secrets
  /** An event is sent as JSON; text and bytes are sent as they are. */
  readonly body: WebhookEvent | string | Uint8Array
  /** When it is signed: a Date or Unix seconds. Default: now. */
  readonly at?: Date | number | undefined
  /** The idempotency key, which the real sender leaves out on test events. Default: none. */
  readonly key?: string | undefined
  readonly attempt?: number | undefined
  /** Where it is sent to. */
  readonly url?: string | undefined
}

interface Signed {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
}

export const toUnixSeconds = (at: Date | number = new Date()): number =>
  typeof at === "number" ? at : Math.floor(at.getTime() / 1000)

function toBytes(body: SignRequestInput["body"]): Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return new Uint8Array(body)
  return new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body))
}

/** Signs exactly as the service does, without the checks of the receiver, so that any case can be made. */
async function sign(input: SignRequestInput): Promise<Signed> {
  const timestamp = String(toUnixSeconds(input.at))
  const body = toBytes(input.body)
  const secrets = [input.secrets].flat().flatMap((text) => text.split(","))
  const { macs } = await hash(
    secrets.map((secret) => importKey(keyBytes(secret))),
    signedPrefix(timestamp),
    body
  )
  return {
    headers: {
      "Content-Type": "application/json",
      [signatureHeader]: [`t=${timestamp}`, ...macs.map((mac) => `v1=${mac}`)].join(","),
      ...(input.key === undefined ? {} : { [idempotencyHeader]: input.key }),
      ...(input.attempt === undefined ? {} : { [attemptHeader]: String(input.attempt) })
    },
    body
  }
}

/** A request as the service would send it. Fits `receiver.handle(signed)` and `fetch(url, signed)` as it is. */
export class SignedRequest {
  readonly method = "POST"
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The raw bytes. */
  readonly body: Uint8Array<ArrayBuffer>
  // Private, so that no printed or serialised request shows a secret.
  readonly #input: SignRequestInput

  constructor(input: SignRequestInput, signed: Signed) {
    this.url = input.url ?? "https://receiver.example/webhook"
    this.headers = signed.headers
    this.body = signed.body
    this.#input = input
  }

  /** The same signature under other headers or over another body; a header that is undefined is left out. */
  with(change: { readonly headers?: Record<string, string | undefined>; readonly body?: Uint8Array<ArrayBuffer> }) {
    const headers: Record<string, string> = { ...this.headers }
    for (const [name, value] of Object.entries(change.headers ?? {})) {
      if (value === undefined) delete headers[name]
      else headers[name] = value
    }
    return new SignedRequest(this.#input, { headers, body: change.body ?? this.body })
  }

  /** Signed again, with these differences. */
  async resign(change: (input: SignRequestInput) => Partial<SignRequestInput>): Promise<SignedRequest> {
    const input = { ...this.#input, ...change(this.#input) }
    return new SignedRequest(input, await sign(input))
  }

  /** A new one at each call, because the body of a Request can be read once. */
  request(): Request {
    return new Request(this.url, { method: this.method, headers: this.headers, body: this.body })
  }

  /** For what takes a Node-style request: lower-case header names, and the bytes where cloud functions put them. */
  node() {
    const { pathname, search } = new URL(this.url)
    const entries = Object.entries(this.headers).map(([name, value]) => [name.toLowerCase(), value] as const)
    const headers: Readonly<Record<string, string>> = Object.fromEntries(entries)
    return { method: this.method, url: pathname + search, headers, rawBody: this.body }
  }

  /** AWS Lambda behind a REST API (payload version 1.0). */
  apiGatewayV1(options?: LambdaOptions) {
    return toApiGatewayV1(this, options)
  }

  /** AWS Lambda behind an HTTP API (payload version 2.0). */
  apiGatewayV2(options?: LambdaOptions) {
    return toApiGatewayV2(this, options)
  }

  /** AWS Lambda with a URL of its own. */
  functionUrl(options?: LambdaOptions) {
    return toFunctionUrl(this, options)
  }

  /** AWS Lambda behind an Application Load Balancer. */
  alb(options?: LambdaOptions & { readonly multiValueHeaders?: boolean }) {
    return toAlb(this, options)
  }
}

/** Signs a sample as the service does. Nothing is checked, so that requests that must be refused can be made too. */
export const signRequest = async (input: SignRequestInput): Promise<SignedRequest> =>
  new SignedRequest(input, await sign(input))
