import type { SignedRequest } from "@heddle/receiver/testing"
import { messageOf } from "../Terminal.ts"

/** As long as the real sender waits. */
const attemptTimeoutMs = 10_000
const keptCharacters = 2000

export interface Answer {
  /** Null when there was none. */
  readonly status: number | null
  /** Its beginning, or why there was none. */
  readonly text: string
  readonly durationMs: number
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return `no answer within ${attemptTimeoutMs / 1000} s`
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && "code" in cause ? cause.code : null
  if (code === "ECONNREFUSED") return "nothing listens there: is your app running?"
  if (code === "ENOTFOUND") return "the host name does not resolve"
  return messageOf(cause)
}

/** One attempt, as the service makes it: no redirects. */
export async function post(signed: SignedRequest): Promise<Answer> {
  const startedAt = performance.now()
  const durationMs = () => Math.round(performance.now() - startedAt)
  const signal = AbortSignal.timeout(attemptTimeoutMs)
  try {
    const { method, headers, body } = signed
    const response = await fetch(signed.url, { method, headers, body, redirect: "manual", signal })
    const text = (await response.text()).slice(0, keptCharacters)
    return { status: response.status, text, durationMs: durationMs() }
  } catch (error) {
    return { status: null, text: reasonOf(error), durationMs: durationMs() }
  }
}

export const isSuccess = ({ status }: Answer): boolean => status !== null && status >= 200 && status < 300
