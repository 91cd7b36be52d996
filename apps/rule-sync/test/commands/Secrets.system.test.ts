/** Keys, addresses from variables and signing secrets appear in no output and in no file, even if the API repeats them. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { randomBytes, randomInt } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "../support/Run.ts"

const secret = () => randomBytes(100).toString("hex").slice(0, randomInt(12, 200))

/** Of 8 endpoints: host, path, query, and the signing secret that the API gives. */
const endpoints = Array.from({ length: 8 }, () => ({
  host: secret().slice(0, 40),
  path: secret(),
  query: secret(),
  signing: secret()
}))
const keys = [secret(), secret()]
const others = Array.from({ length: 16 }, secret)
const secrets = [
  ...endpoints.flatMap(({ host, path, query, signing }) => [host, path, query, signing]),
  ...keys,
  ...others
]

const file = `version: 1
endpoints:
${endpoints.map((_, n) => `  - url: https://\${HOST_${n}}.example/\${PATH_${n}}?token=\${QUERY_${n}}\n    rules: [{keyword: k${n}, likeCount: 10}]`).join("\n")}
`

const record = (id: string, url: string, signing: string) => ({
  id,
  url,
  rules: [],
  secret: signing,
  createdAt: "2026-01-01T00:00:00Z",
  standardWebhooks: false,
  dailyCreditCap: null,
  health: { state: "healthy", failingSince: null, lastError: null },
  queue: { waiting: 0, nextAttemptAt: null }
})

/** Repeats in its refusals all that it was sent. */
const answer = (request: IncomingMessage, response: ServerResponse) => {
  const said = `${request.headers.authorization} ${request.url}`
  const send = (status: number, body: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    const body = Buffer.concat(chunks).toString()
    const parsed: unknown = body === "" ? {} : JSON.parse(body)
    const problem = (status: number, code: string) =>
      send(status, {
        type: "about:blank",
        title: code,
        status,
        code,
        detail: `${said} ${body}`,
        request_id: "r",
        errors: []
      })
    if (request.headers.authorization === `Bearer ${keys[1]}`) return send(403, { detail: said })
    if (request.method === "GET") {
      const listed = others.map((other, n) => record(`ep_o${n}`, `https://other.example/?key=${other}`, other))
      return send(200, { data: listed, notices: [], credits_consumed: 0 })
    }
    if (request.url === "/webhook/rules/preview") return problem(404, "not_found")
    const url = String(Object(parsed).url ?? "")
    const known = endpoints.findIndex(({ path }) => url.includes(path))
    if (request.url !== "/webhook/endpoints" || known % 2 === 1) return problem(400, "invalid_parameter")
    const made = record(`ep_${known}`, url, endpoints[known]?.signing ?? "")
    return send(201, { data: made, notices: [], credits_consumed: 0 })
  })
}

const variables = Object.fromEntries(
  endpoints.flatMap(({ host, path, query }, n) => [
    [`HOST_${n}`, host],
    [`PATH_${n}`, path],
    [`QUERY_${n}`, query]
  ])
)

const commands: ReadonlyArray<ReadonlyArray<string>> = [
  ["validate", "--code-quality", "quality.json"],
  ["plan", "--out", "plan.json", "--markdown", "plan.md"],
  ["plan", "--json"],
  ["drift", "--log-level", "debug"],
  ["doctor"],
  ["apply", "--json"],
  ["apply", "--rule-map", "map.json", "--log-level", "all"],
  ["apply", "plan.json"],
  ["fmt"]
]

it.live("none of 50 secrets is repeated", () =>
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "heddle-rules-"))),
      (path) => Effect.sync(() => rmSync(path, { recursive: true }))
    )
    writeFileSync(join(folder, "heddle.rules.yaml"), file)
    const server = yield* Effect.acquireRelease(
      Effect.callback<ReturnType<typeof createServer>>((resume) => {
        const listening = createServer(answer).listen(0, "127.0.0.1", () => resume(Effect.succeed(listening)))
      }),
      (listening) => Effect.sync(() => listening.close())
    )
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    let said = ""
    for (const key of keys) {
      // With the second key, everything is refused.
      for (const args of key === keys[1] ? [["plan"], ["apply"]] : commands) {
        const env = {
          HEDDLE_API_URL: `http://127.0.0.1:${port}`,
          HEDDLE_API_KEY: key,
          GITHUB_ACTIONS: "true",
          GITHUB_STEP_SUMMARY: join(folder, "summary.md"),
          ...variables
        }
        const { stdout, stderr } = yield* run(args, { cwd: folder, env })
        said += `$ ${args.join(" ")}\n${stdout}${stderr}`
      }
    }
    const files = readdirSync(folder).map((name) => `${name}\n${readFileSync(join(folder, name), "utf8")}`)
    assert.include(said, "creating the endpoint https://${HOST_1}.example/${PATH_1}?token=${QUERY_1}:")
    assert.includeMembers(readdirSync(folder), ["map.json", "plan.json", "plan.md", "quality.json", "summary.md"])
    const leaked = [said, ...files].flatMap((text) => secrets.filter((each) => text.includes(each)).map(() => text))
    assert.deepEqual(leaked, [])
  })
)
