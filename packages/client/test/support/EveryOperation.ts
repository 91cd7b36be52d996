/** Calls every operation of the table once on a real server, with the examples of its documentation, through any client. */
import { Api, operations as contract } from "@heddle/api"
import { Schema } from "effect"
import { OpenApi } from "effect/http-api"
import { createServer } from "node:http"
import { once } from "node:events"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { eventually } from "../../../../test/support/HeddleProcess.ts"
import { createAccount, ingest } from "../../../../test/support/Operator.ts"
import { useServer } from "../../../../test/support/RunningServer.ts"
import { exampleOf, isDocument, operationsOf } from "@heddle/api/document"
import { operations, type PricedOperations } from "../../src/index.ts"

export type Name = keyof typeof operations
type Things = Readonly<Record<string, unknown>>

const document: unknown = OpenApi.fromApi(Api)
const described = new Map((isDocument(document) ? operationsOf(document) : []).map((one) => [one.name, one]))

/** What the documentation gives an operation, by the name of the parameter. */
export const operationExample = (name: string): Things => {
  const operation = described.get(name)
  return operation === undefined ? {} : exampleOf(operation)
}

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

/** A client of any language. */
export interface OperationCaller {
  /** The answer; of a file its text, of a stream its first event. */
  readonly call: (operation: Name, parameters: Things) => Promise<unknown>
  readonly estimate: (operation: keyof PricedOperations, parameters: Things) => Promise<unknown>
  readonly close: () => void
}

export const callEveryOperation = (
  open: (options: { readonly apiKey: string; readonly baseUrl: string }) => OperationCaller
): void => {
  describe("every operation", () => {
    const server = useServer({
      HEDDLE_ROUND_INTERVAL: "1 second",
      HEDDLE_SOURCE: "simulation",
      HEDDLE_ROLES: "api,rounds,deliveries,maintenance"
    })
    const receiver = createServer((_request, response) => response.end())
    let caller: OperationCaller
    /** What replaces an example, by the name of the parameter. */
    let known: Things

    beforeAll(async () => {
      receiver.listen(0, "127.0.0.1")
      await once(receiver, "listening")
      const address = receiver.address()
      const port = typeof address === "object" ? address?.port : undefined
      const { apiKey } = await createAccount(server(), { plan: "standard" })
      await ingestPost("c1")
      caller = open({ apiKey, baseUrl: server().baseUrl })
      known = {
        url: `http://127.0.0.1:${port}/`,
        code: "c1",
        post: "c1",
        username: "amy",
        since: new Date().toISOString()
      }
    })
    afterAll(() => {
      receiver.close()
      caller.close()
    })

    const ingestPost = (code: string) => {
      const post = { type: "post", code, caption: "週末最適合來一杯手沖咖啡", username: "amy", like_count: 500 }
      return ingest(server(), JSON.stringify({ ...post, post_timestamp: Math.floor(Date.now() / 1_000) - 600 }))
    }

    const parametersOf = (name: Name): Things => {
      return Object.fromEntries(
        Object.entries(operationExample(name)).map(([field, value]) => [field, known[field] ?? value])
      )
    }

    const call = async (name: Name): Promise<unknown> => {
      const answer = await caller.call(name, parametersOf(name))
      const operation = contract.find(({ endpoint }) => endpoint.identifier === name)
      if (operation !== undefined && "result" in operation) Schema.decodeUnknownSync(operation.result)(answer)
      return answer
    }

    /** Calls another operation, and keeps the id of what it made. */
    const learn = async (name: Name, parameter: string) => {
      const { data } = Object(await call(name))
      known = { ...known, [parameter]: Object(data)["id"] }
    }

    /** Calls whose answer is of another kind, or has what others need. */
    const own: { readonly [name in Name]?: () => Promise<unknown> } = {
      createEndpoint: () => learn("createEndpoint", "endpoint_id"),
      createRule: () => learn("createRule", "rule_id"),
      recoverEndpoint: () => learn("recoverEndpoint", "recovery_id"),
      listenToEndpoint: async () => {
        let heard: unknown
        const listening = call("listenToEndpoint").then((first) => (heard = first))
        // A program that takes long to start hears only what comes later.
        let posts = 1
        await eventually(
          "an event is streamed",
          async () => {
            await ingestPost(`c${++posts}`)
            return heard !== undefined
          },
          deliveryMillis
        )
        await listening
        const { event, id } = Object(heard)
        assert.strictEqual(event, "delivery")
        known = { ...known, eventIds: [id] }
      },
      // The stream can be ahead of the log.
      listDeliveries: () =>
        eventually(
          "a delivery is in the log",
          async () => {
            const [delivery] = Object(await call("listDeliveries"))["data"]
            known = { ...known, delivery_id: Object(delivery)["id"] }
            return delivery !== undefined
          },
          deliveryMillis
        ),
      estimate: async () => {
        const estimate = await caller.estimate("hotPosts", parametersOf("hotPosts"))
        assert.isNumber(Object(estimate)["estimated_cost"])
      },
      exportHistory: async () => assert.include(String(await call("exportHistory")), "request_id")
    }

    it.each(order)("%s", async (name) => {
      await (own[name] ?? (() => call(name)))()
    })
  })
}
