/** A failed API call: a message for people, and whether the call may have taken effect anyway. */
import { Data, Effect, Schema } from "effect"
import { HttpClientError, type HttpClientResponse } from "effect/http"
import { isNotConnected, systemReason } from "./SystemCode.ts"

export class ApiFailure extends Data.TaggedError("ApiFailure")<{
  readonly message: string
  /**
   * `refused`: the input is not valid. `conflict`: it already exists, or there is no room for it. `not-found`: the target does
   * not exist. `unknown`: it may have taken effect. `rejected`: it has not, for another reason.
   */
  readonly outcome: "rejected" | "refused" | "conflict" | "not-found" | "unknown"
}> {
  /** Whether the same call would fail again in the same way. */
  get isFinal(): boolean {
    return this.outcome !== "rejected" && this.outcome !== "unknown"
  }
}

/** The same failure in other words. */
export const reworded = ({ outcome }: ApiFailure, message: string): ApiFailure => new ApiFailure({ message, outcome })

/** Fields that all problem documents of the contract have. */
interface ApiProblem {
  readonly _tag: string
  readonly detail: string
}

const rateSolution = "The account's request limit is used up. Run the command again in a minute."

const solutions: Readonly<Record<string, string>> = {
  MissingApiKey:
    "Set HEDDLE_API_KEY to an API key of your account. If you have none, ask the operator of the service for one.",
  InvalidApiKey: "Check HEDDLE_API_KEY: the key may be mistyped, deleted, rotated or expired.",
  PlanRequired: "Webhooks need API Standard or a higher plan.",
  RateLimited: rateSolution,
  TooManyRunningCalls: "Other programs are using this account. Run the command again later.",
  Unavailable: "Run the command again later."
}

const outcomes: Readonly<Record<string, ApiFailure["outcome"]>> = {
  InvalidParameter: "refused",
  Conflict: "conflict",
  NotFound: "not-found",
  Unavailable: "unknown"
}

const ofProblem = (call: string, { _tag, detail }: ApiProblem): ApiFailure =>
  new ApiFailure({
    message: [`${call}: ${detail}`, ...(solutions[_tag] === undefined ? [] : [solutions[_tag]])].join("\n"),
    outcome: outcomes[_tag] ?? "rejected"
  })

const decodeDetail = Schema.decodeUnknownOption(Schema.Struct({ detail: Schema.String }))

/** Responses outside the contract, such as those of a proxy. */
const ofResponse = (call: string, response: HttpClientResponse.HttpClientResponse): Effect.Effect<ApiFailure> =>
  response.json.pipe(
    Effect.orElseSucceed(() => null),
    Effect.map((body) => {
      const { location } = response.headers
      if (response.status >= 300 && response.status < 400 && location !== undefined) {
        const address = URL.parse(location, response.request.url)?.href ?? location
        return new ApiFailure({
          message: `${call}: ${response.request.url} redirects (status ${response.status}) to ${address}.\nSet HEDDLE_API_URL to the address that answers itself.`,
          outcome: "rejected"
        })
      }
      const detail = decodeDetail(body)
      const text = detail._tag === "Some" ? detail.value.detail : "the answer is not one of this API's"
      const solution = response.status === 429 ? rateSolution : "Check HEDDLE_API_URL, and run the command again later."
      return new ApiFailure({
        message: `${call}: status ${response.status}, ${text}\n${solution}`,
        outcome: response.status >= 500 || response.status < 300 ? "unknown" : "rejected"
      })
    })
  )

const ofClientError = (
  call: string,
  baseUrl: string,
  error: HttpClientError.HttpClientError
): Effect.Effect<ApiFailure> => {
  if (error.response !== undefined) return ofResponse(call, error.response)
  const reason = systemReason(error)
  const reached = !isNotConnected(error)
  const detail = error.reason._tag === "TransportError" ? (error.reason.description ?? reason) : error.reason.message
  return Effect.succeed(
    new ApiFailure({
      message: reached
        ? `${call}: the connection to ${baseUrl} broke off${detail === undefined ? "" : ` (${detail})`}.\nRun the command again.`
        : `${call}: no server answers at ${baseUrl} (${reason}).\nCheck HEDDLE_API_URL and that the server is running.`,
      outcome: reached && error.reason._tag === "TransportError" ? "unknown" : "rejected"
    })
  )
}

/** Converts every error of the typed client. */
export const apiFailure =
  (call: string, baseUrl: string) =>
  (error: ApiProblem | HttpClientError.HttpClientError | Schema.SchemaError): Effect.Effect<ApiFailure> => {
    if (HttpClientError.isHttpClientError(error)) return ofClientError(call, baseUrl, error)
    if (Schema.isSchemaError(error)) {
      return Effect.succeed(
        new ApiFailure({
          message: `${call}: the answer is not what this version of heddle-rules knows.\nCheck HEDDLE_API_URL, or update heddle-rules.\n${error.message}`,
          outcome: "unknown"
        })
      )
    }
    return Effect.succeed(ofProblem(call, error))
  }
