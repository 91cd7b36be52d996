/** The API calls of this tool. It never deletes endpoints. */
import { type EndpointId, HeddleClient, RuleId } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { type Actual, actualOf } from "../plan/Actual.ts"
import { type RuleContent, ruleInput, urlKey } from "../plan/RuleContent.ts"
import { type ApiFailure, apiFailure, reworded } from "./ApiFailure.ts"

/** What a rule would send at once. */
export interface Preview {
  readonly matches: number
  readonly credits: number
  /** Of `matches`, those that the replaced rule has sent. */
  readonly again: number
}

interface NewEndpoint {
  readonly url: string
  /** As reports show it. */
  readonly shown: string
}

const failingAs = (baseUrl: string) => (call: string) => {
  const failure = apiFailure(call, baseUrl)
  return Effect.catch((error: Parameters<typeof failure>[0]) => Effect.flip(failure(error)))
}

/** The API names the address that it refuses, in which variables may have put a secret. */
const withoutAddress = ({ url, shown }: NewEndpoint) => {
  const parsed = URL.parse(url)
  const parts = [url, urlKey(url), ...(parsed === null ? [] : [parsed.pathname + parsed.search, parsed.search])]
  const hidden = parts.filter((part) => part.length > 1).toSorted((left, right) => right.length - left.length)
  return Effect.mapError((failure: ApiFailure) =>
    reworded(
      failure,
      hidden.reduce((text, part) => text.replaceAll(part, shown), failure.message)
    )
  )
}

export class Webhooks extends Context.Service<
  Webhooks,
  {
    /** All endpoints of the account, without their secrets. */
    readonly list: Effect.Effect<Actual, ApiFailure>
    /** The new endpoint's id. */
    readonly createEndpoint: (endpoint: NewEndpoint) => Effect.Effect<EndpointId, ApiFailure>
    /** The new rule's id. */
    readonly createRule: (endpointId: EndpointId, rule: RuleContent) => Effect.Effect<RuleId, ApiFailure>
    /** Asks without creating anything, free of charge. `replaces` is the id of the rule that this one replaces, if any. */
    readonly preview: (rule: RuleContent, replaces: string | null) => Effect.Effect<Preview, ApiFailure>
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
          createEndpoint: (endpoint) =>
            webhooks.createEndpoint({ headers: {}, payload: { url: endpoint.url } }).pipe(
              Effect.map(({ data }) => data.id),
              failing(`creating the endpoint ${endpoint.shown}`),
              withoutAddress(endpoint)
            ),
          createRule: (endpointId, rule) =>
            webhooks.createRule({ headers: {}, params: { endpoint_id: endpointId }, payload: ruleInput(rule) }).pipe(
              Effect.map(({ data }) => data.id),
              failing("creating a rule")
            ),
          preview: (rule, replaces) =>
            webhooks
              .previewRule({
                payload: { ...ruleInput(rule), ...(replaces === null ? {} : { compareTo: RuleId.make(replaces) }) }
              })
              .pipe(
                Effect.map(({ data: { matches, credits, again = 0 } }) => ({ matches, credits, again })),
                failing("checking a rule")
              ),
          deleteRule: (id) =>
            webhooks
              .deleteRule({ headers: {}, params: { rule_id: id } })
              .pipe(Effect.asVoid, failing(`deleting the rule ${id}`))
        })
      })
    )
}
