import { hash, importKey } from "#crypto"
import { attemptHeader, idempotencyHeader, signatureHeader } from "../core/Header.ts"
import { keyBytes, type Secrets } from "../core/Secrets.ts"
import { signedPrefix } from "../core/Verify.ts"
import type { WebhookEvent } from "../core/Event.ts"

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

export interface Signed {
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
export async function sign(input: SignRequestInput): Promise<Signed> {
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
