/** An operation that names a tool is in the API, the reference, the price list and among the tools without another line. */
import { assert, layer } from "@effect/vitest"
import { Authorization, family, InputErrors, pricesOf } from "@heddle/api"
import { Effect, Layer, Schema } from "effect"
import { HttpApi, HttpApiBuilder, OpenApi } from "effect/http-api"
import { Envelope } from "../../../../../packages/api/src/Operation.ts"
import { pricedOperation } from "../../../../../packages/api/src/OperationKinds.ts"
import { wholeNumber } from "../../../../../packages/api/src/OptionalParameters.ts"
import { keywordsParameter } from "../../../../../packages/api/src/Parameters.ts"
import { byLimit, perItem } from "../../../../../packages/api/src/Prices.ts"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { Metering } from "../../../src/operations/metering/Metering.ts"
import { Engine } from "../../../src/transport/mcp/Engine.ts"
import { mcpRoutes } from "../../../src/transport/mcp/McpRoutes.ts"
import { toolsOf } from "../../../src/transport/mcp/Tools.ts"
import { AuthorizationLayer } from "../../../src/transport/rest/Authorization.ts"
import { Conventions } from "../../../src/transport/http/Conventions.ts"
import { AuthenticatedInputErrorsLayer } from "../../../src/transport/http/InputErrors.ts"
import { handlersOf } from "../../../src/transport/rest/OperationHandlers.ts"
import { customer, send, serve } from "../../support/ServedApi.ts"
import { TestServices } from "../../support/TestServices.ts"
import { clients } from "./Clients.ts"

const EchoQuery = Schema.Struct({
  keywords: keywordsParameter,
  limit: wholeNumber({ minimum: 1, maximum: 9, defaultValue: 3, description: "Echoes at most." })
})

const EchoResult = Envelope("The echoes.", {
  data: Schema.Array(Schema.Struct({ echo: Schema.String }))
})

/** All that anybody writes for an operation: this, and its answer. */
const echo = pricedOperation({
  name: "echo",
  path: "/echo",
  query: EchoQuery,
  result: EchoResult,
  summary: "Echo",
  description: "Gives keywords back.",
  apiType: "echo",
  tool: { name: "get_echo", description: "Gives your keywords back." },
  price: perItem({
    credits: 2,
    item: "echo",
    asked: byLimit(EchoQuery),
    returned: ({ data }: { readonly data: ReadonlyArray<unknown> }) => data.length
  }),
  parameters: ({ query }: { readonly query: typeof EchoQuery.Type }) => query
})

const { operations, group } = family("echoes", { name: "Echoes", description: "Repeats what you say." }, [{ echo }])

class EchoApi extends HttpApi.make("echoes").add(group).middleware(InputErrors).middleware(Authorization) {}

const echoHandlers = Effect.map(Metering, ({ priced }) => ({
  echo: priced(echo, ({ query: { keywords, limit = 3 } }) =>
    Effect.succeed(Effect.succeed({ data: keywords.slice(0, limit).map((word) => ({ echo: word })) }))
  )
}))

/** As `RestRoutes.ts` does it with the whole table. */
const Routes = Layer.unwrap(
  Effect.map(echoHandlers, (echoes) =>
    Layer.mergeAll(
      HttpApiBuilder.layer(EchoApi).pipe(
        Layer.provide(HttpApiBuilder.group(EchoApi, "echoes", (handlers) => handlers.handleAll(handlersOf(echoes)))),
        Layer.provide([AuthorizationLayer, AuthenticatedInputErrorsLayer])
      ),
      mcpRoutes({ echoes }).pipe(Layer.provide(Engine.layerOf(operations))),
      Conventions
    )
  )
)

onAnyDatabase("A new operation", (_name, database) => {
  layer(TestServices.pipe(Layer.provideMerge(database)), { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    it.effect("is in the reference, the price list and the list of tools", () =>
      Effect.sync(() => {
        assert.strictEqual(OpenApi.fromApi(EchoApi).paths["/echo"]?.get?.operationId, "echoes.echo")
        assert.deepStrictEqual(pricesOf(operations), [
          { what: "GET /echo", apiType: "echo", text: "2 credits per echo" }
        ])
        const [definition] = toolsOf(operations).map((tool) => tool.definition)
        assert.strictEqual(definition?.name, "get_echo")
        assert.strictEqual(definition?.title, "Echo")
        assert.strictEqual(definition?.description, "Gives your keywords back. Price: 2 credits per echo.")
        assert.sameMembers(Object.keys(definition?.inputSchema.properties ?? {}), ["keywords", "limit", "cursor"])
        assert.deepStrictEqual(definition?.inputSchema.required, ["keywords"])
      })
    )

    it.effect("answers over REST and as a tool, metered alike", () =>
      Effect.gen(function* () {
        const baseUrl = yield* serve(Routes)
        const { key } = yield* customer({ plan: "lite", credits: 100 })
        const rest = yield* send(`${baseUrl}/echo?keywords=a,b,c,d`, { key })
        assert.strictEqual(rest.json["credits_consumed"], 6)
        for (const connect of Object.values(clients)) {
          const client = yield* connect(baseUrl, key)
          assert.lengthOf((yield* client.list).tools, 1)
          const { structuredContent } = yield* client.call("get_echo", { keywords: ["a", "b", "c", "d"] })
          assert.deepStrictEqual(structuredContent, rest.json)
        }
      }).pipe(Effect.scoped)
    )
  })
})
