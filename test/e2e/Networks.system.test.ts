/**
 * A server that follows a Mastodon instance and a file is killed while both go on. After it is started again, it has
 * everything once, and reads the instance live.
 */
import { Effect, Exit, Option, Scope } from "effect"
import { appendFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { codeOfUri } from "../../apps/server/src/sources/mastodon/MastodonCode.ts"
import {
  type MadeUpStatus,
  MastodonStandIn,
  mastodonServer,
  statusAt,
  streamToken
} from "../../apps/server/test/support/networks/MastodonStandIn.ts"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { choosePlace, eventually, type HeddleProcess, type Place, startHeddle } from "../support/HeddleProcess.ts"
import { type Account, callApi, createAccount } from "../support/Operator.ts"

const begin = Date.now() - 600_000
const patience = 60_000
const codeFor = ({ uri }: MadeUpStatus): string => Option.getOrThrow(codeOfUri(uri))

const lineOf = (code: string) =>
  `${JSON.stringify({ type: "post", code, caption: "this is the plain post of a file", username: "file", post_timestamp: begin / 1_000 })}\n`

describe("a server on a network and a file", () => {
  const instance = new MastodonStandIn()
  const scope = Effect.runSync(Scope.make())
  let dataDir = ""
  let file = ""
  let place: Place
  let server: HeddleProcess
  let account: Account

  beforeAll(async () => {
    const { url } = await Effect.runPromise(Scope.provide(mastodonServer(instance), scope))
    dataDir = await makeDataDir()
    file = join(dataDir, "posts.ndjson")
    place = await choosePlace(dataDir, {
      HEDDLE_SOURCE: "mastodon,ndjson",
      HEDDLE_MASTODON_INSTANCES: url,
      HEDDLE_MASTODON_TOKENS: streamToken,
      HEDDLE_NDJSON_FILES: file
    })
    server = await startHeddle(place)
    account = await createAccount(server, { plan: "standard" })
  })

  afterAll(async () => {
    await server.stop()
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await removeDataDir(dataDir)
  })

  const found = async (): Promise<ReadonlyArray<string>> => {
    const { data }: { data: ReadonlyArray<{ code: string }> } = await callApi(
      server,
      account,
      "GET",
      "/post/search?keywords=plain&language=en&limit=500"
    )
    return data.map(({ code }) => code).toSorted()
  }

  const isComplete = async (lines: ReadonlyArray<string>): Promise<boolean> => {
    const expected = [...Array.from(instance.statuses.values(), codeFor), ...lines].toSorted()
    return JSON.stringify(await found()) === JSON.stringify(expected)
  }

  it("has every post of both once, whatever ends it", async () => {
    await eventually("the stream is open", async () => instance.streamCount === 1, patience)
    for (let serial = 0; serial < 30; serial++) instance.post(statusAt(begin + serial, serial))
    await appendFile(file, lineOf("one") + lineOf("two").slice(0, 20))
    await eventually("the first posts are there", () => isComplete(["one"]), patience)
    for (let serial = 30; serial < 60; serial++) instance.post(statusAt(begin + serial, serial))
    await server.kill()
    for (let serial = 60; serial < 130; serial++) instance.postUnseen(statusAt(begin + serial, serial))
    await appendFile(file, lineOf("two").slice(20) + lineOf("three"))
    server = await startHeddle(place)
    await eventually("all posts are there", () => isComplete(["one", "two", "three"]), patience)
  })

  it("reads posts live, for one credit each, as the network tells nobody its views", async () => {
    const [status] = instance.statuses.values()
    if (status === undefined) return assert.fail("no posts")
    status.likes = 17
    const { data, credits_consumed } = await callApi(server, account, "GET", `/live/posts?codes=${codeFor(status)}`)
    assert.strictEqual(credits_consumed, 1)
    assert.deepInclude(data[0], { status: "ok", like_count: 17, impression_count: null })
    await eventually(
      "the count is stored",
      async () => {
        const chain = await callApi(server, account, "GET", `/post/${codeFor(status)}/chain?limit=1`)
        return chain.data.root.like_count === 17
      },
      patience
    )
  })
})
