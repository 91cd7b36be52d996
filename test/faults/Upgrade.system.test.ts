/**
 * From the last release to this one under load, on one PostgreSQL: the nodes of both take posts, answer, make events and
 * deliver them side by side. Nothing is lost, nothing is done twice, and the way back is as the changelog says.
 */
import { Effect, Redacted } from "effect"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { assert, it } from "vitest"
import { isBackByRestore } from "../../scripts/release/Changelog.ts"
import { onPostgres } from "../support/Databases.ts"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { describeWith } from "../support/DescribeWith.ts"
import {
  choosePlace,
  eventually,
  type HeddleProcess,
  type Place,
  runHeddle,
  startHeddle
} from "../support/HeddleProcess.ts"
import { checkOut, lastRelease, nextSection } from "../support/LastRelease.ts"
import { callApi, createAccount } from "../support/Operator.ts"
import { rowsOf } from "../support/Rows.ts"
import { assertNothingLost, isIdle } from "./KillChecks.ts"
import { startStrictReceiver } from "./StrictReceiver.ts"
import { startUpgradeLoad, type UpgradeLoad } from "./UpgradeLoad.ts"

const keyword = "台積電"
const credits = 10_000_000
const waitMillis = 90_000

interface Nodes {
  readonly start: (place: Place) => Promise<HeddleProcess>
  readonly tryStart: (place: Place) => Promise<HeddleProcess | string>
  readonly older: Place
  readonly newer: Place
  readonly another: Place
}

/** Returns what the older release says when it is to start again. */
const upgrade = async (nodes: Nodes, load: UpgradeLoad, older: HeddleProcess): Promise<string> => {
  await load.continueOn(older)
  // Several of the newer release at once, one of which is killed as soon as it serves.
  const [newer, killed] = await Promise.all([
    nodes.start(nodes.newer),
    nodes.start(nodes.another),
    runHeddle(["migrate"], nodes.newer.env)
  ])
  await load.continueOn(older, newer)
  await killed.kill()
  await load.continueOn(older, newer)

  await Promise.all([load.continueOn(newer), older.stop()])
  assert.strictEqual(await older.exit(), 0, older.output())

  const again = await nodes.tryStart(nodes.older)
  if (typeof again === "string") {
    await load.continueOn(newer)
    return again
  }
  await load.continueOn(again, newer)
  await Promise.all([load.continueOn(again), newer.stop()])
  return ""
}

const checkCharges = async (url: string, { charged }: UpgradeLoad) => {
  const entries = await rowsOf<{ request_id: string; cost: string }>(
    url,
    `SELECT request_id, sum(cost) AS cost FROM usage_entries
     WHERE request_id IS NOT NULL AND api_type <> 'webhook_management' GROUP BY 1`
  )
  const costs = new Map(entries.map(({ request_id, cost }) => [request_id, Number(cost)]))
  for (const { requestId, cost } of charged) assert.strictEqual(costs.get(requestId), cost, requestId)
  assert.strictEqual(costs.size, charged.length)
}

const runUpgrade = async (commit: string, url: string) => {
  const [checkout, dataDir, receiver] = [checkOut(commit), await makeDataDir(), await startStrictReceiver(() => false)]
  const started: Array<HeddleProcess> = []
  const placeOf = async (name: string) =>
    choosePlace(join(dataDir, name), {
      DATABASE_URL: url,
      HEDDLE_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
      HEDDLE_ROUND_INTERVAL: "300 millis"
    })
  const start = async (place: Place) => {
    const server = await startHeddle(place)
    started.push(server)
    return server
  }
  const nodes: Nodes = {
    start,
    tryStart: (place) => start(place).catch(String),
    older: { ...(await placeOf("older")), checkout },
    newer: await placeOf("newer"),
    another: await placeOf("another")
  }
  try {
    const older = await nodes.start(nodes.older)
    const account = await createAccount(older, { plan: "standard", credits })
    const endpoint = await callApi(older, account, "POST", "/webhook/endpoints", { url: receiver.url(0) })
    const rule = await callApi(older, account, "POST", `/webhook/endpoints/${endpoint.data.id}/rules`, {
      keyword,
      likeCount: 10
    })
    const load = startUpgradeLoad(older, account, keyword)
    const refusal = await upgrade(nodes, load, older).finally(load.stop)
    await eventually("every event is delivered", () => isIdle(url, load.codes.length), waitMillis)
    await Promise.all(started.map((server) => server.stop()))

    assert.deepStrictEqual(load.faults, [])
    await assertNothingLost(url, { receiver, deadUrl: "", rules: [rule.data.id], posts: load.codes })
    await checkCharges(url, load)
    const posts = await rowsOf<{ code: string }>(url, "SELECT code FROM posts")
    assert.deepStrictEqual(posts.map(({ code }) => code).toSorted(), load.codes.toSorted())
    process.stdout.write(`${posts.length} posts and events, ${load.charged.length} calls\n`)

    if (refusal !== "") assert.include(refusal, "A newer release of Heddle has used this database.")
    if (nextSection !== undefined) assert.strictEqual(isBackByRestore(nextSection), refusal !== "", nextSection.text)
  } finally {
    await Promise.all(started.map((server) => server.kill()))
    await receiver.close()
    await Promise.all([removeDataDir(dataDir), rm(checkout, { recursive: true, force: true })])
  }
}

describeWith(lastRelease, "An upgrade from the last release", (commit) => {
  onPostgres("on PostgreSQL", ({ emptyUrl }) => {
    it("loses nothing, does nothing twice, and has the way back that the changelog tells", { timeout: 300_000 }, () =>
      Effect.runPromise(
        Effect.scoped(Effect.flatMap(emptyUrl, (url) => Effect.promise(() => runUpgrade(commit, Redacted.value(url)))))
      )
    )
  })
})
