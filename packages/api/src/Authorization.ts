/** Who is calling: `Authorization: Bearer <API_KEY>` on every request. */
import { Context, type Redacted } from "effect"
import { HttpClientRequest } from "effect/http"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import type { PlanName } from "./Plans.ts"
import { InvalidApiKey, InvalidParameter, MissingApiKey, PlanRequired, RateLimited, Unavailable } from "./Problems.ts"

/** The account behind a call and how the usage history names where the call came from. */
export class Caller extends Context.Service<
  Caller,
  {
    readonly accountId: string
    /** The API key that was used; null for account logins. */
    readonly keyId: string | null
    /** The plan in force when the call was let in; null without one. */
    readonly plan: PlanName | null
    /** The name of the API key at the time of the call, or `account login (APPLICATION)`. */
    readonly source: string
    /** Put before the API type: empty for REST, `mcp:` for MCP. */
    readonly apiTypePrefix: "" | "mcp:"
  }
>()("@heddle/api/Caller") {}

export class Authorization extends HttpApiMiddleware.Service<Authorization, { provides: Caller }>()(
  "@heddle/api/Authorization",
  {
    requiredForClient: true,
    security: { bearer: HttpApiSecurity.bearer },
    error: [MissingApiKey, InvalidApiKey, PlanRequired, RateLimited, Unavailable]
  }
) {
  /** For typed clients: sends the key with every request. */
  static readonly layerClient = (apiKey: Redacted.Redacted) =>
    HttpApiMiddleware.layerClient(Authorization, ({ next, request }) =>
      next(HttpClientRequest.bearerToken(request, apiKey))
    )
}

/** Turns every input that does not fit its schema into a 400 that names the field. */
export class InputErrors extends HttpApiMiddleware.Service<InputErrors>()("@heddle/api/InputErrors", {
  error: InvalidParameter
}) {}
