/** A failed API call: a message for people, and whether the call may have taken effect anyway. */
import { Data, Effect, Option, Schema, SchemaIssue } from "effect"
import type { HttpClientError, HttpClientResponse } from "effect/http"
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

const rateSolution = "The account's request limit is used up. Run the command again in a minute."

/** By the code of the problem, or else by the status. */
const solutions: Readonly<Record<string, string>> = {
  missing_api_key:
    "Set HEDDLE_API_KEY to an API key of your account. If you have none, ask the operator of the service for one.",
  401: "Check HEDDLE_API_KEY: the key may be mistyped, deleted, rotated or expired.",
  403: "Webhooks need API Standard or a higher plan.",
  429: rateSolution,
  too_many_running_calls: "Other programs are using this account. Run the command again later.",
  503: "Run the command again later."
}

const outcomes: Readonly<Record<number, ApiFailure["outcome"]>> = {
  400: "refused",
  404: "not-found",
  409: "conflict",
  422: "refused"
}

const Problem = Schema.Struct({ detail: Schema.String, code: Schema.optionalKey(Schema.String) })
const decodeProblem = Schema.decodeUnknownOption(Schema.fromJsonString(Problem))

const redirected = (call: string, { status, request, headers }: HttpClientResponse.HttpClientResponse) => {
  // What stands behind the path may be secret.
  const address = (URL.parse(headers["location"] ?? "", request.url)?.href ?? "").replace(/[?#].*$/, "")
  return new ApiFailure({
    message: `${call}: ${request.url} redirects (status ${status}) to ${address}.\nSet HEDDLE_API_URL to the address that answers itself.`,
    outcome: "rejected"
  })
}

/** An answer that is not a success. */
export const ofResponse = (
  call: string,
  response: HttpClientResponse.HttpClientResponse
): Effect.Effect<ApiFailure> => {
  const { status, headers } = response
  if (status >= 300 && status < 400 && headers["location"] !== undefined)
    return Effect.succeed(redirected(call, response))
  return Effect.map(
    Effect.orElseSucceed(response.text, () => ""),
    (body) => {
      const problem = Option.getOrUndefined(decodeProblem(body))
      const solution = solutions[problem?.code ?? ""] ?? solutions[status]
      if (problem === undefined) {
        // Such as the page of a proxy, which says nothing of the API.
        const advice = status === 429 ? rateSolution : "Check HEDDLE_API_URL, and run the command again later."
        return new ApiFailure({
          message: `${call}: status ${status}, the answer is not one of this API's\n${advice}`,
          outcome: status >= 500 ? "unknown" : "rejected"
        })
      }
      return new ApiFailure({
        message: `${call}: ${problem.detail}${solution === undefined ? "" : `\n${solution}`}`,
        outcome: outcomes[status] ?? (status >= 500 ? "unknown" : "rejected")
      })
    }
  )
}

/** A request without an answer. */
export const ofTransport = (call: string, shown: string, error: HttpClientError.HttpClientError): ApiFailure => {
  const reason = systemReason(error)
  const reached = !isNotConnected(error)
  const detail = error.reason._tag === "TransportError" ? (error.reason.description ?? reason) : error.reason.message
  return new ApiFailure({
    message: reached
      ? `${call}: the connection to ${shown} broke off${detail === undefined ? "" : ` (${detail})`}.\nRun the command again.`
      : `${call}: no server answers at ${shown} (${reason}).\nCheck HEDDLE_API_URL and that the server is running.`,
    outcome: reached && error.reason._tag === "TransportError" ? "unknown" : "rejected"
  })
}

const places = SchemaIssue.makeFormatterStandardSchemaV1()

/** A success that says something else than expected: without the values, which may be secret. */
export const ofAnswer = (call: string, { issue }: Schema.SchemaError): ApiFailure => {
  const where = places(issue)
    .issues.slice(0, 3)
    .map(({ path = [] }) => path.map((part) => String(typeof part === "object" ? part.key : part)).join("."))
  return new ApiFailure({
    message: `${call}: the answer is not what this version of heddle-rules knows (${where.join(", ")}).\nCheck HEDDLE_API_URL, or update heddle-rules.`,
    outcome: "unknown"
  })
}
