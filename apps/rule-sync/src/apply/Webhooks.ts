/** The API calls of this tool. It never deletes endpoints. */
import { type EndpointId, HeddleClient, type RuleId } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { type Actual, actualOf } from "../plan/Actual.ts"
import { type RuleContent, ruleInput } from "../plan/RuleContent.ts"
import { type ApiFailure, apiFailure } from "./ApiFailure.ts"

const failingAs = (baseUrl: string) => (call: string) => {
  const failure = apiFailure(call, baseUrl)
  return Effect.catch((error: Parameters<typeof failure>[0]) => Effect.flip(failure(error)))
}

export class Webhooks extends Context.Service<
  Webhooks,
  {
    /** All endpoints of the account, without their secrets. */
    readonly list: Effect.Effect<Actual, ApiFailure>
    /** The new endpoint's id. */
    readonly createEndpoint: (url: string) => Effect.Effect<EndpointId, ApiFailure>
    /** The new rule's id. */
    readonly createRule: (endpointId: EndpointId, rule: RuleContent) => Effect.Effect<RuleId, ApiFailure>
    /** Asks without creating anything, free of charge. */
    readonly checkRule: (rule: RuleContent) => Effect.Effect<void, ApiFailure>
    readonly deleteRule: (id: RuleId) => Effect.Effect<void, ApiFailure>
  }
>()("@heddle/rule-sync/apply/Webhooks") {
  /** `baseUrl` only appears in messages. */
  static readonly layer = (baseUrl: string) =>
    Layer.effect(
      Webhooks,
      Effect.gen(function* () {
        const { webhooks } = yield* HeddleClient
        const failing = failingAs(baseUrl)
        return Webhooks.of({
          list: webhooks.listEndpoints({}).pipe(
            Effect.map(({ data }) => actualOf(data)),
            failing("listing the endpoints")
          ),
          createEndpoint: (url) =>
            webhooks.createEndpoint({ headers: {}, payload: { url } }).pipe(
              Effect.map(({ data }) => data.id),
              failing(`creating the endpoint ${url}`)
            ),
          createRule: (endpointId, rule) =>
            webhooks.createRule({ headers: {}, params: { endpoint_id: endpointId }, payload: ruleInput(rule) }).pipe(
              Effect.map(({ data }) => data.id),
              failing("creating a rule")
            ),
          checkRule: (rule) =>
            webhooks.previewRule({ payload: ruleInput(rule) }).pipe(Effect.asVoid, failing("checking a rule")),
          deleteRule: (id) =>
            webhooks
              .deleteRule({ headers: {}, params: { rule_id: id } })
              .pipe(Effect.asVoid, failing(`deleting the rule ${id}`))
        })
      })
    )
}
