/** A client over a `fetch` that gives one scripted answer after the other, and a time that only passes when it sleeps. */
import { Heddle, type HeddleOptions } from "../../src/index.ts"

/** What happens to a try: an answer, a lost connection, or no answer until the client gives up. */
export type Outcome = Response | Error | "silence"

export interface Sent {
  readonly url: URL
  readonly method: string
  readonly headers: Headers
  readonly body: unknown
}

const untilAborted = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason)
    else signal?.addEventListener("abort", () => reject(signal.reason), { once: true })
  })

export function scriptedServer(outcomes: ReadonlyArray<Outcome>, options: Partial<HeddleOptions> = {}) {
  const sent: Array<Sent> = []
  const sleeps: Array<number> = []
  const left = [...outcomes]
  const heddle = new Heddle({
    apiKey: "hdl_test",
    baseUrl: "https://heddle.example",
    random: () => 1,
    sleep: async (milliseconds, signal) => {
      signal?.throwIfAborted()
      sleeps.push(milliseconds)
    },
    fetch: async (url, { method = "", headers, body, signal }) => {
      sent.push({
        url: new URL(url),
        method,
        headers: new Headers(headers),
        body: typeof body === "string" ? JSON.parse(body) : undefined
      })
      const outcome = left.shift()
      if (outcome === undefined) throw new Error("The script has no further answer.")
      if (outcome === "silence") return untilAborted(signal)
      if (outcome instanceof Error) throw outcome
      return outcome
    },
    ...options
  })
  return { heddle, sent, sleeps, keys: () => sent.map(({ headers }) => headers.get("idempotency-key")) }
}

export const answer = (fields: object = {}): Response =>
  Response.json({ data: [], next_cursor: null, notices: [], credits_consumed: 0, ...fields })

export const problem = (
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
  members: object = {}
): Response =>
  Response.json(
    { status, code, detail: `The detail of ${code}.`, credits_consumed: 0, ...members },
    { status, headers: { "content-type": "application/problem+json", "x-request-id": "req_1", ...headers } }
  )
