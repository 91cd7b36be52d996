/** Every operation of the table is called once on a real server, with the examples of its documentation. */
import { Api, operations as contract } from "@heddle/api"
import { Schema } from "effect"
import { OpenApi } from "effect/http-api"
import { createServer } from "node:http"
import { once } from "node:events"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import examples from "../../api/src/openapi/examples.json" with { type: "json" }
import { eventually } from "../../../test/support/HeddleProcess.ts"
import { createAccount, ingest } from "../../../test/support/Operator.ts"
import { useServer } from "../../../test/support/RunningServer.ts"
import { isDocument, operationsOf } from "../scripts/Document.ts"
import { Heddle, operations } from "../src/index.ts"

type Name = keyof typeof operations
type Things = Readonly<Record<string, unknown>>

const document: unknown = OpenApi.fromApi(Api)
const described = new Map((isDocument(document) ? operationsOf(document) : []).map((one) => [one.name, one]))
const bodies: Things = examples.bodies

/** A busy machine is slow; this only ends a wait for what never comes. */
const deliveryMillis = 60_000

/** What the others need comes first, and what takes it away comes last. */
const first: ReadonlyArray<Name> = [
  "createEndpoint",
  "createRule",
  "listenToEndpoint",
  "listDeliveries",
  "recoverEndpoint"
]
const last: ReadonlyArray<Name> = ["cancelRecovery", "deleteRule", "deleteEndpoint"]
const isName = (name: string): name is Name => Object.hasOwn(operations, name)
const names = Object.keys(operations).filter(isName)
const order = [...first, ...names.filter((name) => !first.includes(name) && !last.includes(name)), ...last]

describe("every operation", () => {
  const server = useServer({
    HEDDLE_ROUND_INTERVAL: "1 second",
    HEDDLE_SOURCE: "simulation",
    HEDDLE_ROLES: "api,rounds,deliveries,maintenance"
  })
  const receiver = createServer((_request, response) => response.end())
  let heddle: Heddle
  /** What replaces an example, by the name of the parameter. */
  let known: Things

  beforeAll(async () => {
    receiver.listen(0, "127.0.0.1")
    await once(receiver, "listening")
    const address = receiver.address()
    const port = typeof address === "object" ? address?.port : undefined
    const { apiKey } = await createAccount(server(), { plan: "standard" })
    const now = Math.floor(Date.now() / 1_000)
    const post = { type: "post", code: "c1", caption: "週末最適合來一杯手沖咖啡", username: "amy", like_count: 500 }
    await ingest(server(), JSON.stringify({ ...post, post_timestamp: now - 600 }))
    heddle = new Heddle({ apiKey, baseUrl: server().baseUrl })
    known = {
      url: `http://127.0.0.1:${port}/`,
      code: "c1",
      post: "c1",
      username: "amy",
      since: new Date().toISOString()
    }
  })
  afterAll(() => receiver.close())

  const parametersOf = (name: Name): Things => {
    const required = described.get(name)?.parameters.filter(({ required }) => required) ?? []
    const example = { ...Object.fromEntries(required.map((one) => [one.name, one.example])), ...Object(bodies[name]) }
    return Object.fromEntries(Object.entries(example).map(([field, value]) => [field, known[field] ?? value]))
  }

  const learn = (things: Things): void => {
    known = { ...known, ...things }
  }

  const call = async (name: Name) => {
    const method: unknown = Reflect.get(heddle, name)
    if (typeof method !== "function") throw new Error(`There is no ${name}.`)
    const answer = await Reflect.apply(method, heddle, [parametersOf(name)])
    const operation = contract.find(({ endpoint }) => endpoint.identifier === name)
    if (operation !== undefined && "result" in operation) Schema.decodeUnknownSync(operation.result)(answer)
    return answer
  }

  /** Calls whose answer is of another kind, or has what others need. */
  const own: { readonly [name in Name]?: () => Promise<unknown> } = {
    createEndpoint: async () => learn({ endpoint_id: (await call("createEndpoint")).data.id }),
    createRule: async () => learn({ rule_id: (await call("createRule")).data.id }),
    recoverEndpoint: async () => learn({ recovery_id: (await call("recoverEndpoint")).data.id }),
    listenToEndpoint: async () => {
      for await (const { event, id } of heddle.listenToEndpoint({ endpoint_id: String(known["endpoint_id"]) })) {
        assert.strictEqual(event, "delivery")
        learn({ eventIds: [id] })
        break
      }
    },
    // The stream can be ahead of the log.
    listDeliveries: () =>
      eventually(
        "a delivery is in the log",
        async () => {
          const [delivery] = (await call("listDeliveries")).data
          learn({ delivery_id: delivery?.id })
          return delivery !== undefined
        },
        deliveryMillis
      ),
    exportHistory: async () =>
      assert.include(await (await heddle.exportHistory({ format: "csv" })).text(), "request_id")
  }

  it.each(order)("%s", (name) => (own[name] ?? (() => call(name)))())
})
