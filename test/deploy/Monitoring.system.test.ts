/** The alert rules, the dashboard and the page about monitoring name metrics that a server has, and explain all of them. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, beforeAll, describe, it } from "vitest"
import { parse } from "yaml"
import { type HeddleProcess, ownCheckout } from "../support/HeddleProcess.ts"
import { callApi, createAccount, metric } from "../support/Operator.ts"
import { useServer } from "../support/RunningServer.ts"

const read = (path: string): string => readFileSync(join(ownCheckout, path), "utf8")

const pagePath = "docs/operations/monitoring.md"

/** Names of metrics without their prefix and without the suffixes of histograms. */
const namesIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/heddle_([a-z0-9_]+)/g)].map(([, name = ""]) => name.replace(/_(?:bucket|sum|count)$/, "")))

/** A counter is absent until it counts, so those that this test does not reach are looked up where they are made. */
const declared: ReadonlySet<string> = new Set(
  globSync("apps/server/src/**/*.ts", { cwd: ownCheckout })
    .map(read)
    .filter((source) => source.includes("Metric"))
    .flatMap((source) => [...source.matchAll(/(?:counter|gauge|histogram|byKind)\(\s*"([a-z0-9_]+)"/g)])
    .map(([, name = ""]) => name)
)

/** Those in the table of the page, which leaves out the prefix. */
const documentedIn = (page: string): ReadonlySet<string> => {
  const table = page.split("## Metrics")[1]?.split("\n## ")[0] ?? ""
  const rows = table.split("\n").filter((line) => line.startsWith("| ") && !line.includes("`heddle_`"))
  return new Set(rows.flatMap((row) => [...row.matchAll(/`([a-z0-9_]+)(?:\{[^}]*\})?`/g)].map(([, name = ""]) => name)))
}

const headingsOf = (page: string): ReadonlySet<string> =>
  new Set(
    [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
      title
        .toLowerCase()
        .replaceAll(/[^a-z0-9 -]/g, "")
        .replaceAll(" ", "-")
    )
  )

interface Rules {
  readonly groups: ReadonlyArray<{
    readonly rules: ReadonlyArray<{
      readonly alert: string
      readonly expr: string
      readonly annotations: { readonly summary: string; readonly runbook_url: string }
    }>
  }>
}

const rulesIn = (text: string) => {
  const { groups }: Rules = parse(text)
  return groups.flatMap(({ rules }) => rules)
}

/** Calls a server, so that it counts. */
const call = async (server: HeddleProcess): Promise<void> => {
  const account = await createAccount(server, { plan: "standard", credits: 1_000 })
  await callApi(server, account, "GET", "/post/hot")
  const tool = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_balance", arguments: {} } }
  const headers = {
    authorization: `Bearer ${account.apiKey}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream"
  }
  await fetch(`${server.baseUrl}/mcp`, { method: "POST", headers, body: JSON.stringify(tool) })
}

describe("metrics, alerts and the dashboard", () => {
  const server = useServer()
  const page = read(pagePath)
  const rules = rulesIn(read("deploy/prometheus-rules.yaml"))
  const dashboard = read("deploy/grafana-dashboard.json")
  let exposed: ReadonlySet<string> = new Set()

  beforeAll(async () => {
    await call(server())
    const text = await (await fetch(`${server().operatorUrl}/metrics`)).text()
    exposed = namesIn((text.match(/^# TYPE .*$/gm) ?? []).join("\n"))
  })

  it("calls, credits, the database and the process are measured", async () => {
    const value = (name: string) => metric(server(), name)
    assert.strictEqual(await value('mcp_calls_total{tool="get_balance",outcome="ok"}'), 1)
    assert.isAbove(await value('credits_held_total{kind="hot_posts"}'), 0)
    assert.strictEqual(await value("database_up"), 1)
    assert.isAbove(await value('database_wait_seconds{pool="main"}'), 0)
    assert.strictEqual(await value("webhook_delivery_lag_seconds"), 0)
    assert.isAbove(await value("process_resident_memory_bytes"), 10_000_000)
    assert.isAbove(await value("process_cpu_seconds_total"), 0)
    assert.isAbove(await value("process_start_time_seconds"), 1_700_000_000)
  })

  it("what an alert takes the first increase of begins at 0", async () => {
    assert.strictEqual(await metric(server(), "usage_entries_lost_total"), 0)
    for (const port of ["public", "operator"]) {
      for (const limit of ["port", "address"]) {
        assert.strictEqual(await metric(server(), `connections_refused_total{port="${port}",limit="${limit}"}`), 0)
      }
    }
  })

  it("alerts and panels name metrics that exist", () => {
    const named = [...namesIn(rules.map(({ expr }) => expr).join("\n")), ...namesIn(dashboard)]
    assert.isAbove(named.length, 30)
    assert.deepStrictEqual(
      named.filter((name) => !exposed.has(name) && !declared.has(name)),
      []
    )
  })

  it("every alert is on the page, and its runbook is a heading there", () => {
    const headings = headingsOf(page)
    assert.isAbove(rules.length, 10)
    for (const { alert, annotations } of rules) {
      const [path, heading = ""] = annotations.runbook_url.split("#")
      assert.strictEqual(path, pagePath)
      assert.isTrue(headings.has(heading), `${alert} leads to #${heading}`)
      assert.match(page, new RegExp(`^\\| ${alert} \\|.*\\(#${heading}\\) \\|$`, "m"))
    }
    assert.lengthOf(page.match(/^\| Heddle\w+ \|/gm) ?? [], rules.length)
  })

  it("the page explains each metric, and no other", () => {
    const documented = documentedIn(page)
    assert.isAbove(exposed.size, 30)
    assert.deepStrictEqual(
      [...exposed].filter((name) => !declared.has(name)),
      []
    )
    assert.deepStrictEqual([...documented].toSorted(), [...declared].toSorted())
  })
})
