/** One process for each role on one PostgreSQL: each does its own work and none of the others'. */
import { join } from "node:path"
import { assert, it } from "vitest"
import { onPostgres } from "../support/Databases.ts"
import { choosePlace, eventually, type HeddleProcess, runHeddle, startHeddle } from "../support/HeddleProcess.ts"
import { callApi, metric } from "../support/Operator.ts"
import { batchSize, ingestBatch, withReceiver } from "./Scenario.ts"

const waitMillis = 60_000

/** The background tasks that have run in this process. */
const tasksOf = async ({ operatorUrl }: HeddleProcess): Promise<ReadonlyArray<string>> => {
  const text = await (await fetch(`${operatorUrl}/metrics`)).text()
  return [...text.matchAll(/^heddle_task_runs_total{task="([^"]*)"}/gm)].map(([, task = ""]) => task).toSorted()
}

const servesPublicly = ({ baseUrl }: HeddleProcess): Promise<boolean> =>
  fetch(`${baseUrl}/healthz`).then(
    ({ ok }) => ok,
    () => false
  )

const runRoles = (url: string) =>
  withReceiver(async (dataDir, subscribe) => {
    const started: Array<HeddleProcess> = []
    const start = async (roles: string) => {
      const place = await choosePlace(join(dataDir, roles), {
        DATABASE_URL: url,
        HEDDLE_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
        HEDDLE_ROUND_INTERVAL: "300 millis",
        HEDDLE_ROLES: roles
      })
      const server = await startHeddle(place)
      started.push(server)
      return server
    }
    try {
      const api = await start("api")
      assert.isTrue(await servesPublicly(api))
      const { account, receiver } = await subscribe(api)
      assert.isNumber((await callApi(api, account, "GET", "/balance")).data.remaining_credits)
      await ingestBatch(api)
      assert.deepStrictEqual(await tasksOf(api), [
        "abandoned holds",
        "last use of applications",
        "last use of keys",
        "process lease"
      ])
      assert.strictEqual(await metric(api, "webhook_events_unfinished"), 0)

      const rounds = await start("rounds")
      assert.isFalse(await servesPublicly(rounds))
      await eventually(
        "rounds make the events",
        async () => (await metric(rounds, "webhook_events_unfinished")) === batchSize,
        waitMillis
      )
      assert.deepStrictEqual(await tasksOf(rounds), ["process lease", "rounds"])
      assert.strictEqual(receiver.requests.size, 0)

      const deliveries = await start("deliveries")
      assert.isFalse(await servesPublicly(deliveries))
      await eventually(
        "deliveries send them",
        async () => receiver.runs.size === batchSize && (await metric(deliveries, "webhook_events_unfinished")) === 0,
        waitMillis
      )
      assert.deepStrictEqual(await tasksOf(deliveries), [
        "mail",
        "process lease",
        "webhook deliveries",
        "webhook recoveries"
      ])
      assert.deepStrictEqual([...new Set(receiver.requests.values())], [1])

      const kept = await start("maintenance,ingest")
      assert.isFalse(await servesPublicly(kept))
      const maintenance = [
        "audit retention",
        "author maintenance",
        "balance alerts",
        "delivery retention",
        "embedding indexes",
        "embeddings",
        "floors of prominent posts",
        "follower counts",
        "forecast training",
        "idempotency cleanup",
        "inspiration library",
        "interaction partitions",
        "kept rows cleanup",
        "ledger audit",
        "mail retention",
        "network ids",
        "payment reconciliation",
        "post maintenance",
        "process lease",
        "prominent posts",
        "rolled terms",
        "rollups",
        "sign-in retention",
        "term indexes",
        "term shares",
        "token retention",
        "usage days",
        "usage retention"
      ]
      await eventually(
        "every maintenance task runs",
        async () => JSON.stringify(await tasksOf(kept)) === JSON.stringify(maintenance),
        waitMillis
      )
      await Promise.all(started.map((server) => server.stop()))
      assert.deepStrictEqual(await Promise.all(started.map((server) => server.exit())), [0, 0, 0, 0])
    } finally {
      await Promise.all(started.map((server) => server.kill()))
    }
  })

onPostgres("roles on PostgreSQL", ({ onFreshUrl }) => {
  it("api, rounds, deliveries and maintenance run in processes of their own", () => onFreshUrl(runRoles), 300_000)
})

it("an unknown role stops the start with the names there are", async () => {
  const refusal = await runHeddle(["serve"], { HEDDLE_ROLES: "api,round" }).then(
    () => assert.fail("the server started"),
    (error: unknown) => String(error)
  )
  assert.include(
    refusal,
    'The setting HEDDLE_ROLES cannot be used: it names "round"; did you mean rounds? Use one or more of api, ingest, '
  )
})
