/** One caller that asks the same question both ways in turn, and many callers that use one way. */
import { median, quantile } from "../Quantiles.ts"
import { credentialOf, type Interface, interfaces, type Subject, type Target, timedCall, withClient } from "./Calls.ts"

export interface Compared {
  /** Milliseconds, by interface. */
  readonly p50: Readonly<Record<Interface, number>>
  readonly p95: Readonly<Record<Interface, number>>
  /** The median of what a call of the tool took longer than the REST call beside it. */
  readonly overhead: number
}

/** Pairs of calls with the same question, a call and its peer one right after the other, in alternating order. */
export const compareInPairs = (target: Target, subject: Subject, millis: number): Promise<Compared> =>
  withClient(target.origin, (client) => {
    const until = performance.now() + millis
    const took: Record<Interface, Array<number>> = { REST: [], MCP: [] }
    const pair = async (number: number): Promise<void> => {
      for (const over of number % 2 === 0 ? interfaces : interfaces.toReversed()) {
        took[over].push(await timedCall(client, over, subject, credentialOf(target, over, number), number))
      }
    }
    return (async () => {
      for (let number = 0; performance.now() < until; number += 1) await pair(number)
      const sorted = { REST: took.REST.toSorted((a, b) => a - b), MCP: took.MCP.toSorted((a, b) => a - b) }
      const at = (share: number) => ({ REST: quantile(sorted.REST, share), MCP: quantile(sorted.MCP, share) })
      const overhead = median(took.MCP.map((mine, index) => mine - (took.REST[index] ?? Number.NaN)))
      return { p50: at(0.5), p95: at(0.95), overhead }
    })()
  })

export interface LoadOptions {
  readonly over: Interface
  readonly callers: number
  readonly millis: number
}

/** Calls per second; each caller calls again as soon as it has its answer. */
export const rateOf = async (target: Target, subject: Subject, options: LoadOptions): Promise<number> => {
  const { over, callers, millis } = options
  const started = performance.now()
  const until = started + millis
  let calls = 0
  const caller = () =>
    withClient(target.origin, async (client) => {
      while (performance.now() < until) {
        const number = calls
        calls += 1
        await timedCall(client, over, subject, credentialOf(target, over, number), number)
      }
    })
  await Promise.all(Array.from({ length: callers }, caller))
  return calls / ((performance.now() - started) / 1_000)
}
