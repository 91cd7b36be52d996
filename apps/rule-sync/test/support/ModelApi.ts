/** The webhook calls of the contract that the tool makes, over real HTTP, in this process, on a free port. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import {
  AccountId,
  Authorization,
  Caller,
  Conflict,
  InputErrors,
  InvalidApiKey,
  invalidParameter,
  NotFound,
  PlanRequired,
  type PreviewInput,
  previewRule,
  type RuleInput,
  usualRuleLanguages,
  webhooks as calls
} from "@heddle/api"
import { ruleNotices } from "@heddle/api/keywords"
import { Context, Effect, Layer, Redacted } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiGroup, HttpApiMiddleware } from "effect/http-api"
import { createServer } from "node:http"
import { ruleContent, ruleKey } from "../../src/plan/RuleContent.ts"
import { Faults } from "./Faults.ts"
import { endpointRecord, ModelState } from "./ModelState.ts"

/** These calls alone, so that the model stays complete when the contract grows. */
class WebhookCalls extends HttpApiGroup.make("webhooks").add(
  calls.listEndpoints.endpoint,
  calls.createEndpoint.endpoint,
  calls.deleteEndpoint.endpoint,
  calls.createRule.endpoint,
  calls.deleteRule.endpoint,
  previewRule.endpoint,
  calls.testEndpoint.endpoint
) {}

class ModelledApi extends HttpApi.make("heddle")
  .add(WebhookCalls)
  .middleware(Authorization)
  .middleware(InputErrors)
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error", errors: "all" }) {}

/** Refused for no reason that a client could know. */
export const refusedKeyword = "refused"
export const goodKey = "hdl_good"
export const keyWithoutPlan = "hdl_noplan"

const authorization = Layer.succeed(
  Authorization,
  Authorization.of({
    bearer: (handle, { credential }) => {
      const key = Redacted.value(credential)
      if (key === keyWithoutPlan) return Effect.fail(new PlanRequired({ detail: "The plan has no webhooks." }))
      if (key !== goodKey) return Effect.fail(new InvalidApiKey({ detail: "The API key is not valid." }))
      return Effect.provideService(handle, Caller, {
        keyId: null,
        accountId: AccountId.make("acc_1"),
        application: null,
        apiTypePrefix: ""
      })
    }
  })
)

const inputErrors = HttpApiMiddleware.layerSchemaErrorTransform(InputErrors, (error) =>
  Effect.fail(invalidParameter({ path: "", message: String(error.cause) }))
)

const notFound = new NotFound({ detail: "No such thing." })
const conflict = new Conflict({ detail: "It already exists." })
const free = { notices: [], credits_consumed: 0 }
const notModelled = () => Effect.die("not modelled")

/** This server allows only the usual languages, and does not like one keyword. */
const refusalOf = ({ keyword, language }: RuleInput) => {
  if (language === "en") return invalidParameter({ path: "language", message: "is not allowed here" })
  return keyword === refusedKeyword ? invalidParameter({ path: "keyword", message: "is not liked here" }) : null
}

/** Every rule matches 3 posts, of which the replaced one has sent 2. */
const previewOf = ({ compareTo }: PreviewInput) => ({
  matches: 3,
  credits: 60,
  ...(compareTo === undefined ? {} : { again: 2 })
})

const webhooks = (state: ModelState, faults: Faults) =>
  HttpApiBuilder.group(ModelledApi, "webhooks", (handlers) =>
    handlers.handleAll({
      listEndpoints: () => Effect.sync(() => ({ data: state.list(), ...free })),
      createEndpoint: ({ payload }) => {
        const endpoint = state.addEndpoint(payload.url)
        return endpoint === null ? Effect.fail(conflict) : Effect.succeed({ data: endpointRecord(endpoint), ...free })
      },
      deleteEndpoint: notModelled,
      createRule: ({ params, payload }) => {
        const endpoint = state.endpoints.find(({ id }) => id === params.endpoint_id)
        if (endpoint === undefined) return Effect.fail(notFound)
        const rejection = refusalOf(payload)
        if (rejection !== null) return Effect.fail(rejection)
        const rule = state.addRule(endpoint, payload)
        if (rule === null) return Effect.fail(conflict)
        faults.creations.push(`${endpoint.id} ${ruleKey(ruleContent(payload))}`)
        return Effect.succeed({ data: rule, ...free })
      },
      deleteRule: ({ params }) =>
        state.deleteRule(params.rule_id)
          ? Effect.succeed({ data: { id: params.rule_id, deleted: true as const }, ...free })
          : Effect.fail(notFound),
      previewRule: ({ payload }) => {
        if (!state.hasPreviews) return Effect.fail(notFound)
        const rejection = refusalOf(payload)
        return rejection === null
          ? Effect.succeed({
              data: { ...previewOf(payload), hours: [], examples: [] },
              ...free,
              notices: ruleNotices(payload, usualRuleLanguages)
            })
          : Effect.fail(rejection)
      },
      testEndpoint: notModelled
    })
  )

export class ModelApi extends Context.Service<
  ModelApi,
  { readonly state: ModelState; readonly faults: Faults; readonly baseUrl: string }
>()("@heddle/rule-sync/test/ModelApi") {
  static readonly layer = Layer.unwrap(
    Effect.sync(() => {
      const state = new ModelState()
      const faults = new Faults()
      const routes = Layer.merge(HttpApiBuilder.layer(ModelledApi), faults.layer).pipe(
        Layer.provide(webhooks(state, faults)),
        Layer.provide([authorization, inputErrors])
      )
      return Layer.effect(
        ModelApi,
        HttpServer.addressFormattedWith((baseUrl) => Effect.succeed({ state, faults, baseUrl }))
      ).pipe(
        Layer.merge(HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true })),
        Layer.provide(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }))
      )
    })
  )
}
