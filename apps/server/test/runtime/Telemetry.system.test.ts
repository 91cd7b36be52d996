/** What a collector of OpenTelemetry receives from a server, and what it must not. */
import { assert, it } from "@effect/vitest"
import { createServer, type IncomingHttpHeaders } from "node:http"
import { once } from "node:events"
import { freePort } from "../../../../test/support/FreePort.ts"
import { eventually, runHeddle } from "../../../../test/support/HeddleProcess.ts"
import { callApi, createAccount } from "../../../../test/support/Operator.ts"
import { withServer } from "../../../../test/support/RunningServer.ts"

interface Export {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const withCollector = async (run: (url: string, exports: ReadonlyArray<Export>) => Promise<void>) => {
  const exports: Array<Export> = []
  const collector = createServer(async (request, response) => {
    const body = (await request.toArray()).map(String).join("")
    exports.push({ path: request.url ?? "", headers: request.headers, body })
    response.end("{}")
  })
  const port = await freePort()
  await once(collector.listen(port, "127.0.0.1"), "listening")
  try {
    await run(`http://127.0.0.1:${port}`, exports)
  } finally {
    collector.close()
    collector.closeAllConnections()
  }
}

const waitMillis = 30_000

const settings = (url: string) => ({
  HEDDLE_LOG_FORMAT: "json",
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
  OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=acme",
  OTEL_RESOURCE_ATTRIBUTES: "deployment.environment=test",
  OTEL_BSP_SCHEDULE_DELAY: "200",
  OTEL_METRIC_EXPORT_INTERVAL: "200"
})

it("a collector receives traces, metrics and logs, with routes instead of addresses", () =>
  withCollector((url, exports) =>
    withServer(settings(url), async (server) => {
      const received = (signal: string, text: string) =>
        eventually(
          `${signal} with ${text}`,
          async () => exports.some(({ path, body }) => path === `/v1/${signal}` && body.includes(text)),
          waitMillis
        )
      const account = await createAccount(server, { plan: "standard" })
      await callApi(server, account, "GET", "/post/search?keywords=geheimwort")
      await received("traces", '"name":"GET /post/search"')
      await received("traces", '"key":"http.response.status_code","value":{"intValue":200}')
      await received("metrics", '"name":"http_requests_total"')
      // Read from the database, although nobody scrapes this server.
      await received("metrics", '"name":"webhook_events_unfinished"')
      await received("logs", `Heddle serves ${server.baseUrl}`)
      for (const { headers, body } of exports) {
        assert.strictEqual(headers["x-tenant"], "acme")
        assert.include(body, '"key":"service.name","value":{"stringValue":"heddle"}')
        assert.include(body, '"key":"deployment.environment","value":{"stringValue":"test"}')
        assert.notInclude(body, "geheimwort")
        assert.notInclude(body, account.apiKey)
      }
    })
  ))

it("an endpoint that is no address is named, and the server does not start", async () => {
  const failure = await runHeddle(["serve"], { OTEL_EXPORTER_OTLP_ENDPOINT: "collector" }).catch(
    (error: Error) => error.message
  )
  assert.include(failure, "The setting OTEL_EXPORTER_OTLP_ENDPOINT cannot be used")
}, 120_000)
