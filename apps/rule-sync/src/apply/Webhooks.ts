/**
 * The API calls of this tool, which never deletes endpoints. Reads only what the description of the service names, so that
 * it works with every server that keeps it.
 */
import { EndpointId, RuleId } from "@heddle/api"
import { Context, Effect, Layer, Predicate, Redacted, Schema } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { type Actual, actualOf, ListedEndpoint } from "../plan/Actual.ts"
import { type RuleContent, ruleInput, urlKey } from "../plan/RuleContent.ts"
import type { Settings } from "../Settings.ts"
import { ApiFailure, ofAnswer, ofResponse, ofTransport, reworded } from "./ApiFailure.ts"

/** What a rule would send at once. */
export interface Preview {
  readonly matches: number
  readonly credits: number
  /** Of `matches`, those that the replaced rule has sent. */
  readonly again: number
  /** How the API reads the rule where that may surprise. */
  readonly notices: ReadonlyArray<string>
}

interface NewRule {
  readonly content: RuleContent
  readonly sendExisting: boolean
}

interface NewEndpoint {
  readonly url: string
  /** As reports show it. */
  readonly shown: string
}

const PreviewAnswer = Schema.Struct({
  matches: Schema.Int,
  credits: Schema.Int,
  again: Schema.optionalKey(Schema.Int)
})

const post = (path: string, body: object) =>
  HttpClientRequest.bodyText(HttpClientRequest.post(path), JSON.stringify(body), "application/json")

const decodeNotices = Schema.decodeUnknownEffect(Schema.Array(Schema.String))

const callsOf = (client: HttpClient.HttpClient, { baseUrl, apiKey }: Settings, shown: string) => {
  // A message may repeat what was sent.
  const withoutKey = (failure: ApiFailure) =>
    reworded(failure, failure.message.replaceAll(Redacted.value(apiKey), "HEDDLE_API_KEY"))
  return <A>(name: string, answer: Schema.Codec<A, unknown>, request: HttpClientRequest.HttpClientRequest) => {
    const decode = Schema.decodeUnknownEffect(answer)
    return Effect.gen(function* () {
      const response = yield* client.execute(
        request.pipe(
          HttpClientRequest.prependUrl(baseUrl),
          HttpClientRequest.bearerToken(apiKey),
          HttpClientRequest.acceptJson
        )
      )
      if (response.status < 200 || response.status >= 300) return yield* Effect.flip(ofResponse(name, response))
      const body = response.status === 204 ? null : yield* response.json
      return {
        data: yield* decode(Predicate.hasProperty(body, "data") ? body.data : body),
        notices: yield* decodeNotices(Predicate.hasProperty(body, "notices") ? body.notices : [])
      }
    }).pipe(
      Effect.mapError((error) => {
        if (error instanceof ApiFailure) return withoutKey(error)
        return Schema.isSchemaError(error) ? ofAnswer(name, error) : ofTransport(name, shown, error)
      })
    )
  }
}

type DataOf = <A>(
  name: string,
  answer: Schema.Codec<A, unknown>,
  request: HttpClientRequest.HttpClientRequest
) => Effect.Effect<A, ApiFailure>

/** The API repeats the address that it refuses, in which variables may have put a secret. */
const withoutAddress = ({ url, shown }: NewEndpoint) => {
  const { host, hostname, pathname, search } = new URL(url)
  const parts = shown === urlKey(url) ? [] : [url, urlKey(url), host, hostname, pathname + search, pathname, search]
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
    readonly createRule: (endpointId: EndpointId, rule: NewRule) => Effect.Effect<RuleId, ApiFailure>
    /** Asks without creating anything, free of charge. `replaces` is the id of the rule that this one replaces, if any. */
    readonly preview: (rule: RuleContent, replaces: string | null) => Effect.Effect<Preview, ApiFailure>
    readonly deleteRule: (id: RuleId) => Effect.Effect<void, ApiFailure>
  }
>()("@heddle/rule-sync/apply/Webhooks") {
  /** Over a client that retries. `shown`: where it connects to, as messages show it. */
  static readonly layer = (settings: Settings, shown: string) =>
    Layer.effect(
      Webhooks,
      Effect.gen(function* () {
        const client = yield* HttpClient.HttpClient
        const answered = callsOf(client, settings, shown)
        const call: DataOf = (...request) => Effect.map(answered(...request), ({ data }) => data)
        return Webhooks.of({
          list: Effect.map(
            call("listing the endpoints", Schema.Array(ListedEndpoint), HttpClientRequest.get("/webhook/endpoints")),
            actualOf
          ),
          createEndpoint: (endpoint) =>
            call(
              `creating the endpoint ${endpoint.shown}`,
              Schema.Struct({ id: EndpointId }),
              post("/webhook/endpoints", { url: endpoint.url })
            ).pipe(
              Effect.map(({ id }) => id),
              withoutAddress(endpoint)
            ),
          createRule: (endpointId, { content, sendExisting }) =>
            call(
              "creating a rule",
              Schema.Struct({ id: RuleId }),
              post(`/webhook/endpoints/${encodeURIComponent(endpointId)}/rules`, {
                ...ruleInput(content),
                // Servers of before do not know the field.
                ...(sendExisting ? {} : { sendExisting })
              })
            ).pipe(Effect.map(({ id }) => id)),
          preview: (rule, replaces) =>
            answered(
              "checking a rule",
              PreviewAnswer,
              post("/webhook/rules/preview", {
                ...ruleInput(rule),
                ...(replaces === null ? {} : { compareTo: replaces })
              })
            ).pipe(
              Effect.map(({ data: { matches, credits, again = 0 }, notices }) => ({ matches, credits, again, notices }))
            ),
          deleteRule: (id) =>
            call(
              `deleting the rule ${id}`,
              Schema.Unknown,
              HttpClientRequest.delete(`/webhook/rules/${encodeURIComponent(id)}`)
            ).pipe(Effect.asVoid)
        })
      })
    )
}
