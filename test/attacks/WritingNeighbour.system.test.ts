/**
 * One account changes endpoints, rules and secrets, sends test events and sends deliveries again as often as its rate limit
 * lets it. Meanwhile another account reads its balance, which always works. It prints how long that took: on an idle
 * machine p95 is to be below 100 ms, and that of `/healthz` below 50 ms.
 */
import { Effect, Redacted } from "effect"
import { loadavg } from "node:os"
import { assert, it } from "vitest"
import { checkLedger } from "../../apps/server/src/credits/ledger/LedgerCheck.ts"
import { watch } from "../bench/neighbour/Attack.ts"
import { onDatabase } from "../faults/KillChecks.ts"
import { startStrictReceiver } from "../faults/StrictReceiver.ts"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { onPostgres } from "../support/Databases.ts"
import { choosePlace, eventually, type HeddleProcess, startHeddle } from "../support/HeddleProcess.ts"
import { type Account, callApi, createAccount } from "../support/Operator.ts"
import { runs } from "../support/Runs.ts"

const attackMillis = Math.min(20_000, 4_000 * runs(1))
const atOnce = 20
const posts = 20
const keyword = "台積電"
const startMillis = 60_000

interface Attacker {
  readonly server: HeddleProcess
  readonly account: Account
  readonly endpoint: string
  readonly deliveries: ReadonlyArray<string>
  readonly count: (status: number) => void
}

/** Counts the status; the body only of a success. */
const ask = async ({ server, account, count }: Attacker, method: string, path: string, body?: object) => {
  const response = await fetch(server.baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${account.apiKey}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  count(response.status)
  const answer = await response.json()
  return response.ok ? answer.data : undefined
}

type Attack = (attacker: Attacker, turn: number) => Promise<unknown>

const attacks: Readonly<Record<string, Attack>> = {
  endpoints: async (attacker, turn) => {
    const made = await ask(attacker, "POST", "/webhook/endpoints", { url: `http://127.0.0.1:1/${turn}` })
    if (made !== undefined) await ask(attacker, "DELETE", `/webhook/endpoints/${made.id}`)
  },
  rules: async (attacker, turn) => {
    const rule = { keyword: `word${turn}`, likeCount: 10 }
    const made = await ask(attacker, "POST", `/webhook/endpoints/${attacker.endpoint}/rules`, rule)
    if (made !== undefined) await ask(attacker, "DELETE", `/webhook/rules/${made.id}`)
  },
  secrets: (attacker) => ask(attacker, "POST", `/webhook/endpoints/${attacker.endpoint}/rotate-secret`, {}),
  "test events": (attacker) => ask(attacker, "POST", `/webhook/endpoints/${attacker.endpoint}/test`, {}),
  resends: (attacker, turn) =>
    ask(attacker, "POST", `/webhook/deliveries/${attacker.deliveries[turn % attacker.deliveries.length]}/resend`)
}

const postLines = (now: number) =>
  Array.from({ length: posts }, (_, index) =>
    JSON.stringify({
      type: "post",
      code: `post-${index}`,
      caption: keyword,
      username: "amy",
      post_timestamp: now,
      like_count: 100
    })
  ).join("\n")

/** An account whose events have all been delivered. */
const prepare = async (server: HeddleProcess, name: string, url: string) => {
  const account = await createAccount(server, { plan: "standard", credits: 100_000 }, `${name}@example.com`)
  const { data: endpoint } = await callApi(server, account, "POST", "/webhook/endpoints", { url })
  const rules = `/webhook/endpoints/${endpoint.id}/rules`
  await callApi(server, account, "POST", rules, { keyword, likeCount: 10 })
  let deliveries: ReadonlyArray<string> = []
  await eventually(
    "its events are delivered",
    async () => {
      const { data } = await callApi(server, account, "GET", "/webhook/deliveries?outcome=delivered")
      deliveries = data.map(({ id }: { readonly id: string }) => id)
      return deliveries.length === posts
    },
    startMillis
  )
  return { account, endpoint: String(endpoint.id), deliveries }
}

const attackBy = (attack: Attack, attacker: Omit<Attacker, "count">) =>
  Effect.promise(async () => {
    const statuses: Record<string, number> = {}
    const count = (status: number) => void (statuses[status] = (statuses[status] ?? 0) + 1)
    const until = Date.now() + attackMillis
    let turn = 0
    const worker = async () => {
      while (Date.now() < until) await attack({ ...attacker, count }, (turn += 1))
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    return statuses
  })

onPostgres("A neighbour that writes", ({ freshUrl }) => {
  const play = Effect.gen(function* () {
    const url = Redacted.value(yield* freshUrl)
    const dataDir = yield* Effect.acquireRelease(Effect.promise(makeDataDir), (folder) =>
      Effect.promise(() => removeDataDir(folder))
    )
    const receiver = yield* Effect.acquireRelease(
      Effect.promise(() => startStrictReceiver(() => false)),
      ({ close }) => Effect.promise(close)
    )
    const place = yield* Effect.promise(() =>
      choosePlace(dataDir, { DATABASE_URL: url, HEDDLE_ROUND_INTERVAL: "300 millis" })
    )
    const server = yield* Effect.acquireRelease(
      Effect.promise(() => startHeddle(place)),
      ({ kill }) => Effect.promise(kill)
    )
    const victim = yield* Effect.promise(() => createAccount(server, { plan: "standard" }, "victim@example.com"))
    const lines = postLines(Math.floor(Date.now() / 1000))
    yield* Effect.promise(() => fetch(`${server.operatorUrl}/ingest`, { method: "POST", body: lines }))
    for (const [index, [name, attack]] of Object.entries(attacks).entries()) {
      const attacker = yield* Effect.promise(() => prepare(server, `attacker${index}`, receiver.url(index)))
      const { latencies, statuses } = yield* watch(
        { heddle: server },
        victim,
        attackBy(attack, { server, ...attacker })
      )
      const { balance, healthz } = latencies
      process.stdout.write(
        `${name}: /balance p95 ${balance.p95.toFixed(0)} ms, /healthz p95 ${healthz.p95.toFixed(0)} ms, ` +
          `load ${loadavg()[0]?.toFixed(1)}, ${JSON.stringify(statuses)}\n`
      )
      const codes = Object.keys(statuses).map(Number)
      assert.isAtLeast(balance.probes, 1)
      assert.isTrue(
        codes.some((status) => status < 300),
        "some of its calls worked"
      )
      assert.isTrue(
        codes.every((status) => status < 500),
        JSON.stringify(statuses)
      )
    }
    assert.deepStrictEqual(yield* Effect.promise(() => onDatabase(url, checkLedger)), [])
  })

  it(
    "keeps no other account from its balance",
    () => Effect.runPromise(Effect.scoped(play)),
    (Object.keys(attacks).length + 1) * (attackMillis + startMillis)
  )
})
