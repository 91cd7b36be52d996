/** What a person sees when an application's request cannot be answered, or its answer must not leave without their click. */
import { Effect, Option, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { hostOfRedirect, kindOfRedirect } from "../../accounts/oauth/Application.ts"
import { Connections } from "../../accounts/oauth/Connections.ts"
import { notice } from "../pages/Fields.ts"
import { html, type HtmlValue } from "../pages/Html.ts"
import { page } from "../pages/Page.ts"
import { PageAccess } from "../pages/PageAccess.ts"
import type { Reader } from "../pages/Reader.ts"
import { fill, markup, type Texts } from "../pages/Texts.ts"

interface Refusal {
  readonly error: string
  readonly error_description?: string
}

const ProviderError = Schema.fromJsonString(
  Schema.Struct({ error: Schema.String, error_description: Schema.optionalKey(Schema.String) })
)

const explanationOf = ({ consent }: Texts, error: string): string => {
  switch (error) {
    case "invalid_client":
      return consent.unknownClient
    case "invalid_redirect_uri":
      return consent.unknownRedirect
    case "consent_required":
    case "login_required":
      return consent.unasked
    case "temporarily_unavailable":
    case "too_many_requests":
      return consent.busy
    default:
      return consent.notValid
  }
}

const refusalPage = (reader: Reader, status: number, { error, error_description }: Refusal, more?: HtmlValue) =>
  page(
    {
      title: reader.texts.consent.refused,
      reader,
      body: html`<p>${explanationOf(reader.texts, error)}</p>
        <p class="muted"><code>${error}</code>${error_description !== undefined && `: ${error_description}`}</p>
        ${more}`
    },
    status
  )

/** For an error that cannot be sent back to the application, because it may not be the one that asked. */
export const errorPage = (reader: Reader, status: number, body: string) =>
  refusalPage(
    reader,
    status,
    Option.getOrElse(Schema.decodeUnknownOption(ProviderError)(body), () => ({
      error: status < 500 ? "invalid_request" : "server_error"
    }))
  )

/** For an error that goes back to the application only if the person wants to go there. */
export const detourPage = (reader: Reader, location: URL) => {
  const { searchParams } = location
  const description = searchParams.get("error_description")
  const host = hostOfRedirect(location.href)
  return refusalPage(
    reader,
    400,
    {
      error: searchParams.get("error") ?? "invalid_request",
      ...(description === null ? {} : { error_description: description })
    },
    html`${notice(reader.texts, "warn", html`<p>${markup(reader.texts.consent.onward, { host })}</p>`)}
      <p><a class="button secondary" href="${location.href}">${fill(reader.texts.continueTo, { place: host })}</a></p>`
  )
}

/**
 * Whether an error may take the browser to the application at once. Anybody can register an address and then send people to
 * it through ours (RFC 9700, section 4.11.2), so the person must have connected the application, or the address be of
 * their own device.
 */
export const mayLeave = Effect.fnUntraced(function* (
  { headers }: HttpServerRequest.HttpServerRequest,
  clientId: string,
  location: URL
) {
  const [address = ""] = location.href.split("#")
  if (kindOfRedirect(address) === "device") return true
  const person = yield* (yield* PageAccess)
    .find(new Headers({ ...headers }))
    .pipe(Effect.catchTag("RateLimited", () => Effect.succeedNone))
  if (Option.isNone(person)) return false
  return yield* (yield* Connections).has(person.value.accountId, clientId, hostOfRedirect(location.href))
})
