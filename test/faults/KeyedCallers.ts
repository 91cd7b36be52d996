/** Callers that search without a pause through every kind of failure, with and without an `Idempotency-Key`. */
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { HeddleProcess } from "../support/HeddleProcess.ts"
import type { Account } from "../support/Operator.ts"

const deadlineMillis = 60_000
const pauseMillis = 100

/** One request as its caller saw it; without an answer it has no status. */
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

const request = async (
  { baseUrl }: Pick<HeddleProcess, "baseUrl">,
  { apiKey }: Account,
  key: string | null,
  limit: number
): Promise<SeenRequest> => {
  const requestId = randomUUID()
  const seen = { requestId, status: undefined, cost: undefined, detail: "", replayed: false }
  try {
    const response = await fetch(`${baseUrl}/post/search?language=en&keywords=wombat&limit=${limit}`, {
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

/** Calls until `stopped`; a call with a key is repeated until it is answered. `server` is asked before each request. */
export const callThroughFailures = async (
  server: () => Pick<HeddleProcess, "baseUrl">,
  account: Account,
  { keyed, stopped }: { readonly keyed: boolean; readonly stopped: () => boolean }
): Promise<ReadonlyArray<SeenCall>> => {
  const calls: Array<SeenCall> = []
  for (let index = 0; !stopped(); index += 1) {
    const key = keyed ? randomUUID() : null
    const limit = 1 + (index % 20)
    const requests = [await request(server(), account, key, limit)]
    const failedAt = Date.now()
    while (requests.at(-1)?.status !== 200 && (key !== null ? Date.now() - failedAt < 200_000 : false)) {
      await sleep(pauseMillis)
      requests.push(await request(server(), account, key, limit))
    }
    calls.push({ key, requests, recoveredAfterMillis: requests.length === 1 ? 0 : Date.now() - failedAt })
    if (requests.length === 1 && requests[0]?.status !== 200) await sleep(pauseMillis)
  }
  return calls
}
