/** Authentication: `Authorization: Bearer <API_KEY>` on every request. */
import { Context, type Redacted } from "effect"
import { HttpClientRequest } from "effect/http"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import type { AccountId, KeyId } from "./Ids.ts"
import {
  InvalidApiKey,
  InvalidParameter,
  MissingApiKey,
  PlanRequired,
  RateLimited,
  TooManyRunningCalls,
  Unavailable
} from "./Problems.ts"

/**
 * The account of a call and the credential behind it. The statement that reads the balance or holds the credits checks
 * that the API key is still valid, so that a revoked key stops working at once.
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
    error: [MissingApiKey, InvalidApiKey, PlanRequired, RateLimited, TooManyRunningCalls, Unavailable]
  }
) {
  /** Sends the key with every request of a typed client. */
  static readonly layerClient = (apiKey: Redacted.Redacted) =>
    HttpApiMiddleware.layerClient(Authorization, ({ next, request }) =>
      next(HttpClientRequest.bearerToken(request, apiKey))
    )
}

/** Turns invalid input into a 400 that names the field, after checking the API key. */
export class InputErrors extends HttpApiMiddleware.Service<InputErrors>()("@heddle/api/InputErrors", {
  error: [InvalidParameter, InvalidApiKey]
}) {}
