/** An example of each problem document. */
import { type ProblemCode, problemSlug, problemTable } from "../../ProblemTable.ts"
import { ids } from "./Records.ts"

const affordability = { estimated_cost: 50, remaining_credits: 10, max_affordable_limit: 10 }

interface Words {
  readonly detail: string
  readonly members?: Readonly<Record<string, unknown>>
}

const words: Readonly<Record<ProblemCode, Words>> = {
  invalid_parameter: {
    detail: "lmit: is unknown; did you mean `limit`?",
    members: { errors: [{ path: "lmit", message: "is unknown; did you mean `limit`?" }] }
  },
  missing_api_key: { detail: "Send an API key in the header `Authorization: Bearer <API_KEY>`." },
  invalid_api_key: { detail: "The API key is not valid. Check it, or create a new one." },
  insufficient_credits: { detail: "Insufficient credits", members: affordability },
  key_limit_reached: {
    detail: "The monthly limit of this API key does not allow the call.",
    members: { ...affordability, credit_limit: 1_000 }
  },
  plan_required: { detail: "Webhooks need API Standard or a higher plan; the account is on API Lite." },
  forbidden: { detail: "This is not permitted." },
  not_found: { detail: "There is no such path. All paths are listed at /docs." },
  method_not_allowed: { detail: "This path takes GET, not PUT." },
  not_acceptable: { detail: "The answer is application/json, which the header Accept excludes." },
  request_timeout: { detail: "The request took too long to arrive." },
  conflict: { detail: "This endpoint already has an identical rule. Nothing was created." },
  idempotency_conflict: {
    detail:
      "This Idempotency-Key was used for a different request within the last 24 hours. Use a new key for each new request."
  },
  payload_too_large: { detail: "The body is too large. The limit is 64 KiB." },
  unsupported_media_type: { detail: "Send JSON with `Content-Type: application/json`." },
  expectation_failed: { detail: "The only supported `Expect` value is `100-continue`." },
  rate_limited: { detail: "The account made more than 600 requests within 60 seconds." },
  too_many_running_calls: { detail: "4 calls of the account are running, which is as many as may run at once." },
  headers_too_large: { detail: "The URL and headers of the request are too large. The limit is 16 KiB." },
  internal: { detail: "Something went wrong on our side. Nothing was charged." },
  unavailable: { detail: "The service is temporarily unavailable. Try again later. Nothing was charged." }
}

export const problemExample = (code: ProblemCode): Readonly<Record<string, unknown>> => ({
  type: `/problems/${problemSlug(code)}`,
  title: problemTable[code].title,
  status: problemTable[code].status,
  detail: words[code].detail,
  code,
  ...words[code].members,
  credits_consumed: 0,
  request_id: ids.request
})

/** The codes of the table, which the keys of its entries are. */
export const problemCodes: ReadonlyArray<ProblemCode> = Object.keys(problemTable).filter((code): code is ProblemCode =>
  Object.hasOwn(problemTable, code)
)
