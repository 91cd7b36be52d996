import { attemptHeader, idempotencyHeader, readHeader, signatureHeader } from "../../core/Headers.ts"
import { messageOf } from "../Terminal.ts"
import type { Exchange } from "./Exchange.ts"

/** Less than the sender's own 10 s, so that it learns why. */
const forwardTimeoutMs = 9000

/** A 502, where the app gave no answer that the sender would understand as its own. */
const badGateway = 502

export type Forwarded =
  | { readonly ok: true; readonly status: number }
  | { readonly ok: false; readonly status: number; readonly problem: string }

const passed = ["content-type", "user-agent", signatureHeader, idempotencyHeader, attemptHeader]

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED") return "nothing listens there"
  return messageOf(cause)
}

/** The bytes and headers as they came, so that the app can verify the signature itself. */
export async function forward(url: URL, { headers }: Exchange, body: Uint8Array): Promise<Forwarded> {
  const kept = passed.flatMap((name): Array<[string, string]> => {
    const value = readHeader(headers, name)
    return value === null ? [] : [[name, value]]
  })
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: kept,
      body: new Uint8Array(body),
      redirect: "manual",
      signal: AbortSignal.timeout(forwardTimeoutMs)
    })
    await response.arrayBuffer()
    const { status } = response
    if (response.ok) return { ok: true, status }
    return { ok: false, status: status >= 400 ? status : badGateway, problem: `${url.href} answered ${status}` }
  } catch (error) {
    return { ok: false, status: badGateway, problem: `${url.href} did not answer: ${causeOf(error)}` }
  }
}
