import { hash, importKey } from "#crypto"
import { attemptHeader, idempotencyHeader, signatureHeader } from "../core/Headers.ts"
import { keyBytes, signedPrefix } from "../core/Signature.ts"
import type { WebhookEvent } from "../core/WebhookEvent.ts"

export interface SignEventInput {
  /** One `v1` for each, in this order. */
  readonly secrets: string | ReadonlyArray<string>
  /** An event is sent as JSON; text and bytes are sent as they are. */
  readonly body: WebhookEvent | string | Uint8Array
  /** Unix seconds. Default: now. */
  readonly timestamp?: number | undefined
  /** Left out on test events by the real sender. */
  readonly idempotencyKey?: string | undefined
  readonly attempt?: number | undefined
}

/** Fits `receiver.handle` as it is. */
export interface SignedRequest {
  readonly method: "POST"
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
}

function toBytes(body: SignEventInput["body"]): Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return new Uint8Array(body)
  return new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body))
}

/** Signs exactly as the service does, without the checks of the receiver, so that any case can be made. */
export async function signEvent(input: SignEventInput): Promise<SignedRequest> {
  const timestamp = String(input.timestamp ?? Math.floor(Date.now() / 1000))
  const body = toBytes(input.body)
  const secrets = typeof input.secrets === "string" ? [input.secrets] : input.secrets
  const { macs } = await hash(
    secrets.map((secret) => importKey(keyBytes(secret))),
    signedPrefix(timestamp),
    body
  )
  return {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      [signatureHeader]: [`t=${timestamp}`, ...macs.map((mac) => `v1=${mac}`)].join(","),
      ...(input.idempotencyKey === undefined ? {} : { [idempotencyHeader]: input.idempotencyKey }),
      ...(input.attempt === undefined ? {} : { [attemptHeader]: String(input.attempt) })
    },
    body
  }
}

export const toRequest = (signed: SignedRequest, url = "https://receiver.example/webhook"): Request =>
  new Request(url, { method: signed.method, headers: signed.headers, body: signed.body })
