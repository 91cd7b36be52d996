/** The scripts and environments of `deploy/cluster` make a primary, a replica and three nodes. */
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { describeWith } from "../support/DescribeWith.ts"
import { eventually, type HeddleProcess } from "../support/HeddleProcess.ts"
import { callApi, metric } from "../support/Operator.ts"
import { Optional } from "../support/Optional.ts"
import { valueOf } from "../support/Rows.ts"
import { batchSize, ingestBatch, withReceiver } from "../faults/Scenario.ts"
import { findClusterPrograms, type RunningCluster, startCluster } from "./RunningCluster.ts"

const waitMillis = 60_000

const programs = new Optional({
  thing: "POSTGRES",
  name: "pg_basebackup and psql",
  remedy: "install PostgreSQL 15 or later",
  find: () => Effect.runSync(findClusterPrograms)
})

const assertSetUp = async ({ folder, primaryUrl, replica }: RunningCluster): Promise<void> => {
  assert.throws(() => execFileSync("sh", [join(folder, "secrets.sh")], { stdio: "pipe" }), /File exists/)
  const data = String(await valueOf(primaryUrl, "SHOW data_directory"))
  assert.match(readFileSync(join(data, "pg_hba.conf"), "utf8"), /^host replication replication samenet scram-sha-256$/m)
  const active = "SELECT active FROM pg_replication_slots WHERE slot_name = 'replica'"
  assert.strictEqual(await valueOf(primaryUrl, active), true)
  assert.strictEqual(await valueOf(replica.url, "SELECT pg_is_in_recovery()"), true)
  assert.strictEqual(await valueOf(replica.url, "SHOW max_standby_streaming_delay"), "1min")
}

const isPublic = (server: HeddleProcess) =>
  fetch(`${server.baseUrl}/healthz`).then(
    ({ ok }) => ok,
    () => false
  )

const run = async (cluster: RunningCluster): Promise<void> => {
  const { replica, placeOf, startNode } = cluster
  await assertSetUp(cluster)
  const start = async (name: string) => startNode(await placeOf(name, { HEDDLE_ROUND_INTERVAL: "300 millis" }))
  const [first, second, worker] = [await start("api-1"), await start("api-2"), await start("worker")]
  assert.strictEqual((await fetch(`${worker.operatorUrl}/metrics`)).status, 401)
  await withReceiver(async (_folder, subscribe) => {
    const { account: customer, receiver } = await subscribe(first)
    await ingestBatch(worker)
    await eventually(
      "the events are delivered",
      async () => receiver.runs.size === batchSize && (await metric(worker, "webhook_events_unfinished")) === 0,
      waitMillis
    )
    assert.deepStrictEqual([...new Set(receiver.requests.values())], [1])
    const balances: Array<number> = []
    await eventually(
      "the replica has the posts",
      async () => Number(await valueOf(replica.url, "SELECT count(*) FROM posts")) === batchSize,
      waitMillis
    )
    const used = `replica_used{replica="${new URL(replica.url).host}/heddle"}`
    for (const node of [first, second]) {
      await eventually("the node uses the replica", async () => (await metric(node, used)) === 1, waitMillis)
      const found = await callApi(node, customer, "GET", "/post/search?keywords=台積電&limit=3")
      assert.lengthOf(found.data, 3)
      balances.push((await callApi(node, customer, "GET", "/balance")).data.remaining_credits)
    }
    // 20 credits an event, and one for each post found.
    assert.deepStrictEqual(balances, [100_000 - 20 * batchSize - 3, 100_000 - 20 * batchSize - 6])
    assert.strictEqual(receiver.requests.size, batchSize)
    assert.deepStrictEqual(await Promise.all([first, second, worker].map(isPublic)), [true, true, false])
  })
}

describeWith(programs, "The scripts and environments of deploy/cluster", () => {
  it("make a primary, a replica and three nodes, which answer, charge and deliver once", { timeout: 240_000 }, () =>
    Effect.runPromise(
      Effect.scoped(
        Effect.flatMap(startCluster({ settings: ["fsync = off"] }), (cluster) => Effect.promise(() => run(cluster)))
      )
    )
  )
})
