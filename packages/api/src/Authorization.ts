/** Who is calling: `Authorization: Bearer <API_KEY>` on every request. */
import { Context, type Redacted } from "effect"
import { HttpClientRequest } from "effect/http"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import type { AccountId, KeyId } from "./Ids.ts"
import { InvalidApiKey, InvalidParameter, MissingApiKey, PlanRequired, RateLimited, Unavailable } from "./Problems.ts"

/**
 * Whose account a call is for, and through what. That the API key is in force is proved in the statement that reads the
 * balance or holds the credits, so that a revoked key ends at once.
 */
export class Caller extends Context.Service<
  Caller,
  {
    readonly accountId: AccountId
    /** The API key of the call; null for account logins. */
    readonly keyId: KeyId | null
    /** The application that the account signed in with; null for API keys. */
    readonly application: string | null
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

/** Turns every input that does not fit its schema into a 400 that names the field, once the API key is proved. */
export class InputErrors extends HttpApiMiddleware.Service<InputErrors>()("@heddle/api/InputErrors", {
  error: [InvalidParameter, InvalidApiKey]
}) {}
