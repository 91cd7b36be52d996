/** What customers and sources do to the cluster, and what they see: posts that make events, and calls that cost credits. */
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { type Account, callApi, createAccount, giveCredits } from "../../support/Operator.ts"
import type { HeddleProcess } from "../../support/HeddleProcess.ts"

const credits = 1_000_000_000
export const eventPrice = 20
/** Of one endpoint, below the 1,000 in any minute that it takes. */
const eventsASecond = 5
const endpointsOfAccount = 10
/** Rules that one post matches. */
export const matches = 5
const repeatMillis = 100
const deadlineMillis = 60_000
const checkMillis = 1_000
/** Of one customer, on average: four may run. */
const callsAtOnce = 2
const pathsOf = (word: string): ReadonlyArray<string> => [
  `/post/search?language=en&limit=5&keywords=${word}`,
  `/post/keyword-trend?language=en&keywords=${word}`,
  "/post/hot?language=en",
  `/post/semantic-search?language=en&topic=news+about+${word}`,
  "/user?usernames=author1,author2,author3",
  "/user/author4/top-threads",
  "/leaderboard/cool-replies?language=en",
  "/stats/power-hours?language=en",
  "/balance"
]

/** The nodes as the proxy knows them: the current process of each, if it is up. */
export type Nodes = Map<string, HeddleProcess | undefined>

export interface Customer {
  readonly account: Account
  readonly credits: number
  /** What their calls cost, as answered. */
  spent: number
}

const keyword = (index: number): string => `subject${index}`

/** Accounts with enough endpoints for this rate, each with a rule. Returns the number of endpoints. */
export const subscribe = async (
  node: HeddleProcess,
  events: number,
  urlOf: (index: number) => string
): Promise<{ readonly customers: ReadonlyArray<Customer>; readonly endpoints: number }> => {
  const endpoints = Math.max(matches, Math.ceil(events / eventsASecond / matches) * matches)
  const customers: Array<Customer> = []
  for (let index = 0; index < endpoints; index += 1) {
    if (index % endpointsOfAccount === 0) {
      const account = await createAccount(node, { plan: "standard" }, `customer${index}@example.com`)
      await giveCredits(node, account, { credits })
      const { data } = await callApi(node, account, "GET", "/balance")
      customers.push({ account, credits: data.remaining_credits, spent: 0 })
    }
    const account = customers.at(-1)?.account
    if (account === undefined) continue
    const endpoint = await callApi(node, account, "POST", "/webhook/endpoints", { url: urlOf(index) })
    const rule = { keyword: keyword(index), likeCount: 10, language: "en" }
    await callApi(node, account, "POST", `/webhook/endpoints/${endpoint.data.id}/rules`, rule)
  }
  return { customers, endpoints }
}

export interface Ingested {
  /** When the source knew that the post is stored, by code. */
  readonly times: Map<string, number>
  /** How long each batch took, repeats included. */
  readonly waits: Array<number>
}

/** A batch each second, each line of which matches as many rules as `matches`; repeats a batch until it is stored. */
export const ingestSteadily = async (
  nodes: Nodes,
  { rate, endpoints, until, ingested }: { rate: number; endpoints: number; until: number; ingested: Ingested }
): Promise<void> => {
  const posts = Math.round(rate / matches)
  for (let number = 0, next = Date.now(); next < until; next += 1_000) {
    await sleep(Math.max(0, next - Date.now()))
    const codes = Array.from({ length: posts }, () => number++)
    const lines = codes.map((code) => {
      const words = Array.from({ length: matches }, (_, index) => keyword((code * matches + index) % endpoints))
      return JSON.stringify({
        type: "post",
        code: `post-${code}`,
        caption: `The news of today about ${words.join(" and ")}, as it came in`,
        username: `author${code % 1_000}`,
        post_timestamp: Math.floor(Date.now() / 1_000) - 60,
        like_count: 100,
        language: "en"
      })
    })
    const began = Date.now()
    while (!(await stored(nodes.get("worker"), lines.join("\n")))) await sleep(repeatMillis)
    for (const code of codes) ingested.times.set(`post-${code}`, Date.now())
    ingested.waits.push(Date.now() - began)
  }
}

const stored = (node: HeddleProcess | undefined, body: string): Promise<boolean> =>
  node === undefined
    ? Promise.resolve(false)
    : fetch(`${node.operatorUrl}/ingest`, {
        method: "POST",
        headers: { ...node.operatorHeaders, "content-type": "application/x-ndjson" },
        body,
        signal: AbortSignal.timeout(deadlineMillis)
      }).then(
        (response) => response.text().then(() => response.ok),
        () => false
      )

/** Of calls of the API: answers by status, and what must not happen. */
export interface Seen {
  readonly statuses: Map<string, number>
  readonly faults: Array<string>
  /** From the first request to the answer. */
  readonly times: Array<number>
}

/** As a proxy does: only to nodes that were ready a moment ago. */
const readyNodes = async (nodes: Nodes): Promise<ReadonlyArray<HeddleProcess>> => {
  const api = [...nodes].flatMap(([name, node]) => (name.startsWith("api") && node !== undefined ? [node] : []))
  const ready = await Promise.all(
    api.map((node) =>
      fetch(`${node.operatorUrl}/readyz`, { signal: AbortSignal.timeout(checkMillis) }).then(
        async (response) => (await response.text(), response.ok),
        () => false
      )
    )
  )
  return api.filter((_, index) => ready[index])
}

/** Calls at this pace with a key for each, and repeats a call that fails with its key until it is answered. */
export const callSteadily = async (
  nodes: Nodes,
  { customers, rate, until, seen }: { customers: ReadonlyArray<Customer>; rate: number; until: number; seen: Seen }
): Promise<void> => {
  let upstreams = await readyNodes(nodes)
  const watch = (async () => {
    while (Date.now() < until) {
      upstreams = await readyNodes(nodes)
      await sleep(checkMillis)
    }
  })()
  const running = new Set<Promise<void>>()
  for (let index = 0, next = Date.now(); next < until; index += 1, next += 1_000 / rate) {
    await sleep(Math.max(0, next - Date.now()))
    if (running.size >= callsAtOnce * customers.length) await Promise.race(running)
    const customer = customers[index % customers.length]
    if (customer === undefined) continue
    const paths = pathsOf(keyword(index % 50))
    const call = answered(() => upstreams, customer, paths[index % paths.length] ?? "", seen)
    running.add(call)
    void call.finally(() => running.delete(call))
  }
  await watch
  await Promise.all(running)
}

const answered = async (
  upstreams: () => ReadonlyArray<HeddleProcess>,
  customer: Customer,
  path: string,
  seen: Seen
): Promise<void> => {
  const headers = { authorization: `Bearer ${customer.account.apiKey}`, "idempotency-key": randomUUID() }
  const began = Date.now()
  while (Date.now() - began < deadlineMillis) {
    const nodes = upstreams()
    const node = nodes[Math.floor(Math.random() * nodes.length)]
    const response =
      node &&
      (await fetch(node.baseUrl + path, { headers, signal: AbortSignal.timeout(deadlineMillis) }).catch(
        () => undefined
      ))
    const body = await response?.json().catch(() => undefined)
    const status = node === undefined ? "no node" : body === undefined ? "cut off" : String(response?.status)
    seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1)
    if (status === "200") {
      customer.spent += body.credits_consumed
      seen.times.push(Date.now() - began)
      return
    }
    if (status === "503" && !response?.headers.has("retry-after")) seen.faults.push(`503 without Retry-After: ${path}`)
    if (/^[45]/.test(status) && !["409", "503"].includes(status)) seen.faults.push(`${status} ${body.detail}`)
    await sleep(repeatMillis)
  }
  seen.faults.push(`not answered in time: ${path}`)
}
