import { attemptHeader, idempotencyHeader, signatureHeader } from "@heddle/receiver"
import { messageOf } from "../Terminal.ts"
import type { Exchange } from "./Exchange.ts"

/** Less than the sender's own 10 s, so that it learns why. */
const forwardTimeoutMs = 9000

/** A 502, where the app gave no answer that the sender would understand as its own. */
const badGateway = 502

/** `reached`: whether the app gave an answer at all. */
export type Forwarded =
  | { readonly ok: true; readonly reached: true; readonly status: number }
  | { readonly ok: false; readonly reached: boolean; readonly status: number; readonly problem: string }

const passed = ["content-type", "user-agent", signatureHeader, idempotencyHeader, attemptHeader]

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED") return "nothing listens there"
  return messageOf(cause)
}

/** The bytes and headers as they came, so that the app can verify the signature itself. */
export async function forward(url: URL, { headers }: Exchange, body: Uint8Array): Promise<Forwarded> {
  const kept = passed.flatMap((name): Array<[string, string]> => {
    const values = [headers[name.toLowerCase()] ?? []].flat()
    return values.length === 0 ? [] : [[name, values.join(", ")]]
  })
  return post(url, kept, body)
}

export async function post(url: URL, headers: Array<[string, string]>, body: Uint8Array): Promise<Forwarded> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers,
      body: new Uint8Array(body),
      redirect: "manual",
      signal: AbortSignal.timeout(forwardTimeoutMs)
    })
    await response.arrayBuffer()
    const { status } = response
    if (response.ok) return { ok: true, reached: true, status }
    const answered = status >= 400 ? status : badGateway
    return { ok: false, reached: true, status: answered, problem: `${url.href} answered ${status}` }
  } catch (error) {
    const problem = `${url.href} did not answer: ${causeOf(error)}`
    return { ok: false, reached: false, status: badGateway, problem }
  }
}
