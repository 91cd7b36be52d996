/** Callers that search without a pause, each call under a request id of its own, until the server is gone. */
import fc from "fast-check"
import type { HeddleProcess } from "../support/HeddleProcess.ts"
import type { Account } from "../support/Operator.ts"

export const matching = 120
const deadlineMillis = 60_000

/** One call as its caller saw it. Without a whole answer it has no status: its server died on the way. */
export interface SeenCall {
  readonly requestId: string
  readonly status: number | undefined
  readonly cost: number | undefined
}

/** A word that many posts contain, one that none does, and prices of 0 to 200. */
const query = fc.record({
  keywords: fc.constantFrom("wombat", "wombat", "wombat", "numbat"),
  limit: fc.integer({ min: 1, max: 100 }),
  include_details: fc.boolean()
})

export const wombats = (now: number): string =>
  Array.from({ length: matching }, (_, index) =>
    JSON.stringify({
      type: "post",
      code: `post-${index}`,
      caption: "a wombat comes by",
      username: "amy",
      post_timestamp: now - 600 + index,
      language: "en"
    })
  ).join("\n")

const callOnce = async (
  { baseUrl }: HeddleProcess,
  { apiKey }: Account,
  requestId: string,
  { keywords, limit, include_details }: { keywords: string; limit: number; include_details: boolean }
): Promise<SeenCall> => {
  try {
    const response = await fetch(
      `${baseUrl}/post/search?language=en&keywords=${keywords}&limit=${limit}&include_details=${include_details}`,
      {
        headers: { authorization: `Bearer ${apiKey}`, "x-request-id": requestId },
        signal: AbortSignal.timeout(deadlineMillis)
      }
    )
    const body = await response.json()
    return { requestId, status: response.status, cost: body.credits_consumed }
  } catch {
    return { requestId, status: undefined, cost: undefined }
  }
}

/** Calls until one gets no answer. The last one is the one that was under way, or came to a closed door. */
export const callUntilItDies = async (
  server: HeddleProcess,
  account: Account,
  { name, seed, onAnswer }: { readonly name: string; readonly seed: number; readonly onAnswer: () => void }
): Promise<ReadonlyArray<SeenCall>> => {
  const queries = fc.sample(query, { numRuns: 200, seed })
  const calls: Array<SeenCall> = []
  for (let index = 0; ; index++) {
    const next = queries[index % queries.length]
    if (next === undefined) return calls
    const call = await callOnce(server, account, `${name}-${index}`, next)
    calls.push(call)
    if (call.status === undefined) return calls
    onAnswer()
  }
}
