/** Each real client, as far as it was seen, from the refusal that sends it to sign in to an answer of a tool. */
import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { once } from "node:events"
import { type IncomingMessage, request } from "node:http"
import { text } from "node:stream/consumers"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { Grants } from "../../../src/credits/ledger/Grants.ts"
import {
  authorizationRequest,
  decide,
  exchange,
  issuer,
  OAuthApi,
  resource,
  signedInBrowser,
  tokensOf
} from "../../support/OAuthFlow.ts"
import { call, type Call, ingest, parse, ServedApi } from "../../support/ServedApi.ts"
import { resultIn } from "./Messages.ts"
import { type RealClient, realClients } from "./RealClients.ts"

const Registered = Schema.Struct({
  client_id: Schema.String,
  client_secret: Schema.optionalKey(Schema.String),
  token_endpoint_auth_method: Schema.String
})
const Initialized = Schema.Struct({ protocolVersion: Schema.String })
const Listed = Schema.Struct({ tools: Schema.Array(Schema.Struct({ name: Schema.String })) })
const Called = Schema.Struct({
  structuredContent: Schema.Struct({
    data: Schema.Array(Schema.Struct({ code: Schema.String })),
    credits_consumed: Schema.Int
  })
})

/** A request to the name under which clients know the server, which `fetch` cannot make. */
const named = Effect.fnUntraced(function* (path: string, { method = "GET", key, headers = {}, json }: Call = {}) {
  const { baseUrl } = yield* ServedApi
  return yield* Effect.promise(async () => {
    const sent = request(baseUrl + path, {
      method,
      headers: {
        host: new URL(issuer).host,
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...headers
      }
    })
    sent.end(json === undefined ? undefined : JSON.stringify(json))
    const [response]: ReadonlyArray<IncomingMessage> = await once(sent, "response")
    if (response === undefined) throw new Error(`No answer to ${method} ${path}`)
    const body = await text(response)
    return { status: response.statusCode ?? 0, headers: response.headers, text: body, json: parse(body) }
  })
})

/** How it proves who it is, in the way that it registered for. */
const proofOf = ({ client_id, client_secret, token_endpoint_auth_method: method }: typeof Registered.Type) => {
  if (client_secret === undefined) return { form: {}, headers: {} }
  const pair = Buffer.from(`${encodeURIComponent(client_id)}:${encodeURIComponent(client_secret)}`).toString("base64")
  return method === "client_secret_post"
    ? { form: { client_secret }, headers: {} }
    : { form: {}, headers: { authorization: `Basic ${pair}` } }
}

/** The token of somebody with credits who connects the client. */
const signIn = Effect.fnUntraced(function* ({ registration, redirect, resourceEnd = "" }: RealClient) {
  const refused = yield* named("/mcp", {
    method: "POST",
    json: { jsonrpc: "2.0", id: 0, method: "initialize" }
  })
  assert.strictEqual(refused.status, 401)
  const [, metadata = ""] = /resource_metadata="([^"]+)"/.exec(refused.headers["www-authenticate"] ?? "") ?? []
  const found = yield* named(metadata.slice(issuer.length))
  assert.strictEqual(found.json["resource"], resource)
  const answer = yield* call("/oauth/register", { method: "POST", json: registration })
  assert.strictEqual(answer.status, 201, answer.text)
  const registered = Schema.decodeUnknownSync(Registered)(answer.json)

  const { browser, person } = yield* signedInBrowser()
  yield* (yield* Grants).give(person.accountId, { plan: "lite", credits: 500 })
  const asked = { redirect_uri: redirect, resource: resource + resourceEnd }
  const authorization = authorizationRequest(registered.client_id, asked)
  const destination = yield* decide(browser, authorization, "allow")
  const { form, headers } = proofOf(registered)
  const changes = { resource: asked.resource, ...form }
  const token = yield* exchange(authorization, destination.searchParams.get("code") ?? "", changes, headers)
  return tokensOf(token).access
})

onAnyDatabaseWith("Real MCP clients", { services: OAuthApi, realClock: true }, (it) => {
  it.effect.each(Object.entries(realClients))("%s signs in and searches", ([, client]) =>
    Effect.gen(function* () {
      yield* ingest({
        type: "post",
        code: "tsmc",
        caption: "今天台積電大漲",
        username: "amy",
        post_timestamp: Math.floor(Date.now() / 1_000) - 60
      })
      const { clientInfo, protocolVersion, capabilities = {}, list, search, headers = {} } = client
      const key = yield* signIn(client)
      const send = (json: object, more: Readonly<Record<string, string>> = {}, path = "/mcp") =>
        named(path, {
          method: "POST",
          key,
          headers: { accept: "application/json, text/event-stream", ...headers, ...more },
          json: { jsonrpc: "2.0", ...json }
        })

      const begun = yield* send({
        id: 0,
        method: "initialize",
        params: { protocolVersion, capabilities, clientInfo }
      })
      assert.strictEqual(begun.status, 200, begun.text)
      const version = Schema.decodeUnknownSync(Initialized)(resultIn(begun.text)).protocolVersion
      assert.strictEqual(version, protocolVersion)
      const negotiated = { "mcp-protocol-version": version }
      assert.strictEqual((yield* send({ method: "notifications/initialized" }, negotiated)).status, 202)
      // Without a session, there is no stream to listen to.
      assert.strictEqual((yield* named("/mcp", { key, headers: { accept: "text/event-stream" } })).status, 405)

      const asked = { id: 1, method: "tools/list", ...(list === undefined ? {} : { params: list }) }
      const { tools } = Schema.decodeUnknownSync(Listed)(resultIn((yield* send(asked, negotiated)).text))
      assert.lengthOf(tools, 19)
      // The token is for the server, at either spelling of its address.
      for (const path of ["/mcp", "/mcp/"]) {
        const params = { name: "search_posts", arguments: search, _meta: { progressToken: 2 } }
        const called = yield* send({ id: 2, method: "tools/call", params }, negotiated, path)
        const { structuredContent } = Schema.decodeUnknownSync(Called)(resultIn(called.text))
        assert.deepStrictEqual(
          structuredContent.data.map(({ code }) => code),
          ["tsmc"]
        )
      }
      const unknown = yield* send({ id: 3, method: "tools/list" }, { "mcp-protocol-version": "1999-01-01" })
      assert.strictEqual(unknown.status, 400, unknown.text)
    })
  )
})
