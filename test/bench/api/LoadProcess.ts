/**
 * Callers in a separate process, so that they do not compete with the services' threads:
 * `node LoadProcess.ts '<Load as JSON>'` prints the results. Each caller keeps its connection and sends the next request
 * after each response; any status but 200 aborts the load.
 */
import { Client } from "undici"
import { quantile } from "../Quantiles.ts"
import { microsOf, microsOfFamily } from "../Cpu.ts"

export interface Load {
  readonly origin: string
  readonly keys: ReadonlyArray<string>
  readonly paths: ReadonlyArray<string>
  readonly callers: number
  readonly warmUpMillis: number
  readonly millis: number
  readonly servicePid: number
  readonly postgresPid: number
}

/** Far above what any service reaches in a turn. */
const mostCalls = 2_000_000

const { origin, keys, paths, callers, warmUpMillis, millis, servicePid, postgresPid }: Load = JSON.parse(
  process.argv[2] ?? "{}"
)

const pathOf = (call: number): string => paths[call % paths.length] ?? ""
/** Shifts by one with every pass, so that each key calls each path. */
const keyOf = (call: number): string => keys[(call + Math.floor(call / paths.length)) % keys.length] ?? ""

const get = (client: Client, path: string, key: string) =>
  new Promise<void>((resolve, reject) => {
    let status = 0
    let bytes = 0
    client.dispatch(
      { path, method: "GET", headers: { authorization: `Bearer ${key}` } },
      {
        onRequestStart: () => {},
        onResponseStart: (_, code) => {
          status = code
        },
        onResponseData: (_, chunk) => {
          bytes += chunk.length
        },
        onResponseEnd: () =>
          status === 200 && bytes > 0 ? resolve() : reject(new Error(`GET ${path}: ${status}, ${bytes} bytes`)),
        onResponseError: (_, error) => reject(error)
      }
    )
  })

const from = performance.now() + warmUpMillis
const until = from + millis
const durations: Array<number> = []
let calls = 0

const call = async (client: Client) => {
  while (performance.now() < until && calls < mostCalls) {
    const number = calls
    calls += 1
    const started = performance.now()
    await get(client, pathOf(number), keyOf(number))
    if (started >= from) durations.push(performance.now() - started)
  }
  await client.close()
}

const cpu = () => {
  const { user, system } = process.cpuUsage()
  return { service: microsOf(servicePid), postgres: microsOfFamily(postgresPid), load: user + system }
}

let before = cpu()
setTimeout(() => {
  before = cpu()
}, warmUpMillis)
await Promise.all(Array.from({ length: callers }, () => call(new Client(origin))))
const after = cpu()

const sorted = durations.toSorted((a, b) => a - b)
const each = (micros: number): number => micros / sorted.length
process.stdout.write(
  JSON.stringify({
    calls: sorted.length,
    rate: sorted.length / ((performance.now() - from) / 1000),
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
    serviceMicros: each(after.service - before.service),
    postgresMicros: each(after.postgres - before.postgres),
    loadMicros: each(after.load - before.load)
  })
)
