/**
 * Posts and likes go in through `heddle ingest`, are found by search in their own scripts, fire rules and reach the
 * example receiver, verified.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { freePort } from "../support/FreePort.ts"
import {
  choosePlace,
  cleanEnvironment,
  eventually,
  type HeddleProcess,
  runHeddle,
  startHeddle
} from "../support/HeddleProcess.ts"
import { type Account, callApi, createAccount } from "../support/Operator.ts"
import { ownInput, ownInputCounts } from "../support/OwnInput.ts"

const example = fileURLToPath(new URL("../../packages/receiver/examples/node.ts", import.meta.url))

/** A keyword of each post that is liked, in each script. */
const rules = [
  { keyword: "搵", likeCount: 10, language: "yue" },
  { keyword: "天文館", likeCount: 10, language: "zh-Hant" },
  { keyword: "동치미", likeCount: 10, language: "ko" },
  { keyword: "自転車", likeCount: 10, language: "ja" }
]

const searches = [
  { keyword: "自転車", language: "ja", finds: "自転車" },
  { keyword: "カフェ", language: "ja", finds: "ｶﾌｪ" },
  { keyword: "이쁘", language: "ko", finds: "이쁘지" },
  { keyword: "영화", language: "ko", finds: "영화" },
  { keyword: "嘅", language: "yue", finds: "嘅" },
  { keyword: "企業", language: "zh-Hant", finds: "企業" },
  { keyword: "ai", language: "zh-Hant", finds: "ＡＩ" },
  { keyword: "打呼噜", language: "zh-Hans", finds: "打呼噜" },
  { keyword: "government", language: "en", finds: "government" },
  { keyword: "googled", language: "en", finds: "googling" },
  { keyword: "café", language: "en", finds: "cafe\u0301" }
]

describe("posts of our own, from file to receiver", () => {
  let dataDir = ""
  let server: HeddleProcess
  let account: Account
  let receiver: ChildProcess
  let receiverUrl = ""
  let summary: Record<string, number>

  beforeAll(async () => {
    dataDir = await makeDataDir()
    const place = await choosePlace(dataDir, { HEDDLE_ROUND_INTERVAL: "500 millis" })
    server = await startHeddle(place)
    account = await createAccount(server, { plan: "standard" })
    const port = await freePort()
    receiverUrl = `http://127.0.0.1:${port}`
    const endpoint = await callApi(server, account, "POST", "/webhook/endpoints", { url: `${receiverUrl}/hooks` })
    receiver = spawn(process.execPath, [example], {
      env: { ...cleanEnvironment(), HEDDLE_WEBHOOK_SECRET: endpoint.data.secret, PORT: String(port) },
      stdio: "ignore"
    })
    for (const rule of rules)
      await callApi(server, account, "POST", `/webhook/endpoints/${endpoint.data.id}/rules`, rule)
    const file = join(dataDir, "posts.ndjson")
    const text = ownInput(Math.floor(Date.now() / 1000)).map((line) => JSON.stringify(line))
    await writeFile(file, text.join("\n"))
    summary = JSON.parse((await runHeddle(["ingest", file, "--json"], place.env)).trim())
  })

  afterAll(async () => {
    receiver.kill()
    await server.stop()
    await removeDataDir(dataDir)
  })

  it("every line is taken: posts are created, likes update them", () => {
    assert.deepInclude(summary, { ...ownInputCounts, deleted: 0, ignored: 0, rejected: 0 })
  })

  it.each(searches)("$keyword finds posts in $language", async ({ keyword, language, finds }) => {
    const query = new URLSearchParams({ keywords: keyword, language, limit: "100" })
    const found: { data: ReadonlyArray<{ caption: string; language: string }>; credits_consumed: number } =
      await callApi(server, account, "GET", `/post/search?${query}`)
    assert.isNotEmpty(found.data)
    assert.isTrue(found.data.some(({ caption }) => caption.includes(finds)))
    assert.isTrue(found.data.every((post) => post.language === language))
    assert.strictEqual(found.credits_consumed, found.data.length)
  })

  it("the rules fire and the example receiver has verified every event", async () => {
    const arrived = async (): Promise<{
      received: number
      refused: number
      events: ReadonlyArray<{ rule: { keyword: string | null } }>
    }> => (await fetch(`${receiverUrl}/events`)).json()
    await eventually("four events arrive", async () => (await arrived()).received >= rules.length, 30_000)
    const { events, refused } = await arrived()
    assert.strictEqual(refused, 0)
    assert.sameMembers(
      events.map(({ rule }) => rule.keyword),
      rules.map(({ keyword }) => keyword)
    )
    const history = await callApi(server, account, "GET", "/balance/history?api_type=webhook")
    assert.strictEqual(history.total, rules.length)
  })
})
