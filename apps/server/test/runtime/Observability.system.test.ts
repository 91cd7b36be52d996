/** What an operator's tools read: the log as JSON, and requests as metrics of few series. */
import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { randomUUID } from "node:crypto"
import { choosePlace, runHeddle, startHeddle } from "../../../../test/support/HeddleProcess.ts"
import { createAccount, metric } from "../../../../test/support/Operator.ts"

const Entry = Schema.fromJsonString(
  Schema.Struct({
    message: Schema.String,
    level: Schema.Literals(["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"]),
    timestamp: Schema.String.check(Schema.isPattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)),
    service: Schema.Literal("heddle"),
    version: Schema.NonEmptyString,
    node: Schema.NonEmptyString,
    annotations: Schema.Record(Schema.String, Schema.Unknown)
  })
)
const decodeEntry = Schema.decodeUnknownSync(Entry)

it("the log is JSON line by line, and requests are counted by route, whatever address was called", async () => {
  const folder = join(tmpdir(), `heddle-observability-${randomUUID()}`)
  const server = await startHeddle(
    await choosePlace(folder, {
      HEDDLE_LOG_FORMAT: "json",
      HEDDLE_ACCESS_LOG: "true",
      HEDDLE_SOURCE: "ndjson",
      HEDDLE_ROLES: "api,rounds"
    })
  )
  let account = ""
  try {
    const { id, apiKey } = await createAccount(server, { credits: 10 })
    account = id
    await fetch(`${server.baseUrl}/balance`, {
      headers: { authorization: `Bearer ${apiKey}`, "x-request-id": "mine" }
    })
    for (const path of ["/post/a/chain", "/post/b/chain", "/secret/1", "/secret/2?keywords=word", "/healthz"]) {
      await fetch(`${server.baseUrl}${path}`)
    }
    await fetch(`${server.baseUrl}/post/search`, { method: "DELETE" })
    const counted = (labels: string) => metric(server, `http_requests_total{${labels}}`)
    assert.strictEqual(await counted('method="GET",route="/post/{code}/chain",status="401"'), 2)
    assert.strictEqual(await counted('method="GET",route="unknown",status="404"'), 2)
    assert.strictEqual(await counted('method="GET",route="/healthz",status="200"'), 1)
    assert.strictEqual(await counted('method="DELETE",route="/post/search",status="405"'), 1)
    assert.strictEqual(
      await metric(server, 'http_request_duration_seconds_count{method="GET",route="/post/{code}/chain"}'),
      2
    )
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  for (const called of ["secret", "keywords"]) assert.notInclude(server.output(), called)
  const entries = server
    .output()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => decodeEntry(line))
  assert.isTrue(entries.some(({ message }) => message.startsWith(`Heddle serves ${server.baseUrl}`)))
  const requests = entries.filter(({ message }) => message === "Request").map(({ annotations }) => annotations)
  assert.lengthOf(requests, 7)
  const { millis, ...balance } = requests.find(({ requestId }) => requestId === "mine") ?? {}
  assert.isNumber(millis)
  assert.deepStrictEqual(balance, { method: "GET", route: "/balance", status: 200, requestId: "mine", account })
}, 120_000)

it("a server that cannot start says so as JSON too", async () => {
  const failure = await runHeddle(["serve"], { HEDDLE_LOG_FORMAT: "json", HEDDLE_PROT: "1" }).catch(
    (error: Error) => error.message
  )
  const [ending = "", line = ""] = failure.split("\n", 2)
  assert.include(ending, "ended with 1")
  const { level, message } = decodeEntry(line)
  assert.strictEqual(level, "FATAL")
  assert.include(message, "Unknown setting: HEDDLE_PROT; did you mean HEDDLE_PORT?")
}, 120_000)
