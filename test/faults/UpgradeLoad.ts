/** What customers and sources do while nodes of two releases come and go behind them, as a proxy would lead them. */
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { HeddleProcess } from "../support/HeddleProcess.ts"
import type { Account } from "../support/Operator.ts"

const callers = 4
const feeders = 2
const batchSize = 5
const pauseMillis = 30

/** A call that was answered with 200, by whichever node. */
export interface Charged {
  readonly requestId: string
  readonly cost: number
}

export interface UpgradeLoad {
  readonly codes: ReadonlyArray<string>
  readonly charged: ReadonlyArray<Charged>
  /** Answers that nobody should get. */
  readonly faults: ReadonlyArray<string>
  /** Waits until these nodes, and no others, have taken some more batches and calls. */
  readonly continueOn: (...nodes: ReadonlyArray<HeddleProcess>) => Promise<void>
  readonly stop: () => Promise<void>
}

/** A node that has been taken out may still be asked by whoever chose it before. */
type Answer = { readonly node: HeddleProcess; readonly response: Response }

export const startUpgradeLoad = (first: HeddleProcess, account: Account, keyword: string): UpgradeLoad => {
  const [codes, charged, faults]: [Array<string>, Array<Charged>, Array<string>] = [[], [], []]
  const done = new Map<HeddleProcess, { batches: number; calls: number }>()
  let nodes: ReadonlyArray<HeddleProcess> = [first]
  const stopping = new AbortController()
  let turn = 0

  const countOf = (node: HeddleProcess) => {
    const counts = done.get(node) ?? { batches: 0, calls: 0 }
    done.set(node, counts)
    return counts
  }

  /** Asks one node after the other until one answers with success. */
  const surely = async (ask: (node: HeddleProcess) => Promise<Response>): Promise<Answer> => {
    for (;;) {
      const node = nodes[turn++ % nodes.length] ?? first
      const response = await ask(node).catch(() => undefined)
      if (response?.ok === true) return { node, response }
      if (response === undefined) {
        if (nodes.includes(node)) faults.push(`no answer of ${node.baseUrl}`)
      } else {
        const isPlanned = response.status === 503 && response.headers.has("retry-after")
        if (!isPlanned) faults.push(`${response.status}: ${await response.text()}`)
      }
      await sleep(pauseMillis)
    }
  }

  const feed = async () => {
    while (!stopping.signal.aborted) {
      const batch = Array.from({ length: batchSize }, () => randomUUID())
      const time = Math.floor(Date.now() / 1000) - 60
      const body = batch
        .map((code) =>
          JSON.stringify({
            type: "post",
            code,
            caption: `${keyword} 新聞`,
            username: "amy",
            post_timestamp: time,
            like_count: 100
          })
        )
        .join("\n")
      const headers = { "content-type": "application/x-ndjson" }
      const { node, response } = await surely(({ operatorUrl }) =>
        fetch(`${operatorUrl}/ingest`, { method: "POST", headers, body })
      )
      await response.body?.cancel()
      codes.push(...batch)
      countOf(node).batches += 1
      await sleep(pauseMillis)
    }
  }

  const call = async () => {
    while (!stopping.signal.aborted) {
      const requestId = randomUUID()
      const headers = {
        authorization: `Bearer ${account.apiKey}`,
        "x-request-id": requestId,
        "idempotency-key": requestId
      }
      const { node, response } = await surely(({ baseUrl }) =>
        fetch(`${baseUrl}/post/search?limit=3&keywords=${encodeURIComponent(keyword)}`, { headers })
      )
      const { credits_consumed: cost } = await response.json()
      charged.push({ requestId, cost })
      countOf(node).calls += 1
      await sleep(pauseMillis)
    }
  }

  const running = [...Array.from({ length: feeders }, feed), ...Array.from({ length: callers }, call)]

  const continueOn = async (...next: ReadonlyArray<HeddleProcess>) => {
    nodes = next
    const before = new Map(next.map((node) => [node, { ...countOf(node) }]))
    const isEnough = () =>
      next.every((node) => {
        const [now, then] = [countOf(node), before.get(node) ?? { batches: 0, calls: 0 }]
        return now.batches - then.batches >= 20 && now.calls - then.calls >= 20
      })
    while (!isEnough()) await sleep(pauseMillis)
  }

  return {
    codes,
    charged,
    faults,
    continueOn,
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    }
  }
}
