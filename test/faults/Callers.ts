/** Callers that search without a pause, each call under a request id of its own, while their server dies and comes back. */
import fc from "fast-check"
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { HeddleProcess } from "../support/HeddleProcess.ts"
import { type Account, ingest } from "../support/Operator.ts"

const matching = 120
const deadlineMillis = 60_000
const pauseMillis = 100
const repeatMillis = 200_000

/** One request as its caller saw it. Without a whole answer it has no status: its server died on the way. */
export interface SeenRequest {
  readonly requestId: string
  readonly status: number | undefined
  readonly cost: number | null | undefined
  readonly detail: string
  readonly replayed: boolean
}

/** A call and its repeats. Without a key there are none. */
export interface SeenCall {
  readonly key: string | null
  readonly requests: ReadonlyArray<SeenRequest>
  /** From the first request that failed to the answer. */
  readonly recoveredAfterMillis: number
}

interface Query {
  readonly keywords: string
  readonly limit: number
  readonly include_details?: boolean
}

/** A word that many posts contain, one that none does, and prices of 0 to 200. */
const query = fc.record<Query>({
  keywords: fc.constantFrom("wombat", "wombat", "wombat", "numbat"),
  limit: fc.integer({ min: 1, max: 100 }),
  include_details: fc.boolean()
})

/** The posts that the callers find; returns their number. */
export const ingestWombats = async (server: HeddleProcess): Promise<number> => {
  const now = Math.floor(Date.now() / 1000)
  const lines = Array.from({ length: matching }, (_, index) =>
    JSON.stringify({
      type: "post",
      code: `post-${index}`,
      caption: "a wombat comes by",
      username: "amy",
      post_timestamp: now - 600 + index,
      language: "en"
    })
  )
  const { accepted } = await ingest(server, lines.join("\n"))
  if (accepted !== matching) throw new Error(`${accepted} posts were taken in`)
  return matching
}

const request = async (
  { baseUrl }: HeddleProcess,
  { apiKey }: Account,
  { keywords, limit, include_details = false }: Query,
  { requestId, key }: { readonly requestId: string; readonly key: string | null }
): Promise<SeenRequest> => {
  const seen = { requestId, status: undefined, cost: undefined, detail: "", replayed: false }
  const asked = `language=en&keywords=${keywords}&limit=${limit}&include_details=${include_details}`
  try {
    const response = await fetch(`${baseUrl}/post/search?${asked}`, {
      headers: {
        authorization: `Bearer ${apiKey}`,
        "x-request-id": requestId,
        ...(key === null ? {} : { "idempotency-key": key })
      },
      signal: AbortSignal.timeout(deadlineMillis)
    })
    const body = await response.json()
    const replayed = response.headers.get("idempotent-replayed") === "true"
    return { ...seen, status: response.status, cost: body.credits_consumed, detail: body.detail ?? "", replayed }
  } catch {
    return seen
  }
}

/** Calls until one gets no answer. The last one is the one that was under way, or came to a closed door. */
export const callUntilItDies = async (
  server: HeddleProcess,
  account: Account,
  { name, seed, onAnswer }: { readonly name: string; readonly seed: number; readonly onAnswer: () => void }
): Promise<ReadonlyArray<SeenRequest>> => {
  const queries = fc.sample(query, { numRuns: 200, seed })
  const requests: Array<SeenRequest> = []
  for (let index = 0; ; index++) {
    const next = queries[index % queries.length]
    if (next === undefined) return requests
    const seen = await request(server, account, next, { requestId: `${name}-${index}`, key: null })
    requests.push(seen)
    if (seen.status === undefined) return requests
    onAnswer()
  }
}

/** Calls until `stopped`; a call with a key is repeated until it is answered. */
export const callThroughFailures = async (
  server: HeddleProcess,
  account: Account,
  { keyed, stopped }: { readonly keyed: boolean; readonly stopped: () => boolean }
): Promise<ReadonlyArray<SeenCall>> => {
  const calls: Array<SeenCall> = []
  for (let index = 0; !stopped(); index += 1) {
    const key = keyed ? randomUUID() : null
    const ask = () =>
      request(server, account, { keywords: "wombat", limit: 1 + (index % 20) }, { requestId: randomUUID(), key })
    const requests = [await ask()]
    const failedAt = Date.now()
    while (requests.at(-1)?.status !== 200 && (key === null ? false : Date.now() - failedAt < repeatMillis)) {
      await sleep(pauseMillis)
      requests.push(await ask())
    }
    calls.push({ key, requests, recoveredAfterMillis: requests.length === 1 ? 0 : Date.now() - failedAt })
    if (requests.length === 1 && requests[0]?.status !== 200) await sleep(pauseMillis)
  }
  return calls
}
