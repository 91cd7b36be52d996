/**
 * Which applications may register, by themselves (RFC 7591) or by a document at their address, and what of their metadata
 * counts. It mends what real clients leave out, and refuses what would be dangerous.
 */
import { Schema } from "effect"
import { type ClientMetadata, errors } from "oidc-provider"
import { loopbackNames } from "../../runtime/Networks.ts"

/**
 * Private-use schemes without the dot that RFC 8252, section 7.1, asks for, of programs that are clients of MCP. Any other
 * scheme without a dot may be one that an operating system or a browser acts upon.
 */
const knownSchemes: ReadonlySet<string> = new Set([
  "antigravity:",
  "boltai:",
  "chatwise:",
  "cherrystudio:",
  "claude:",
  "code-oss:",
  "cursor:",
  "goose:",
  "jetbrains:",
  "kiro:",
  "lmstudio:",
  "msty:",
  "positron:",
  "raycast:",
  "trae:",
  "void:",
  "vscode:",
  "vscode-insiders:",
  "vscodium:",
  "warp:",
  "windsurf:",
  "windsurf-next:",
  "zed:"
])

const reverseDomain = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/

/** `device`: any program on the person's device may be behind it. */
export type RedirectKind = "site" | "device"

/** Undefined for one that no application may have. */
export const kindOfRedirect = (uri: string): RedirectKind | undefined => {
  const url = URL.parse(uri)
  if (url === null || uri.includes("#") || url.username !== "" || url.password !== "") return undefined
  const isLoopback = loopbackNames.has(url.hostname)
  if (url.protocol === "https:") return isLoopback ? undefined : "site"
  if (url.protocol === "http:") return isLoopback ? "device" : undefined
  return knownSchemes.has(url.protocol) || reverseDomain.test(url.protocol) ? "device" : undefined
}

/** What identifies a redirect to a person: its host, or the scheme of a program on their device. */
export const hostOfRedirect = (uri: string): string => {
  const url = URL.parse(uri)
  if (url === null) return ""
  return url.protocol === "https:" || url.protocol === "http:" ? url.host : url.protocol
}

const maxRedirectUris = 10
const maxRedirectLength = 2_048
const maxNameLength = 100
const maxMetadataLength = 8_192

const isRedirectUris = Schema.is(Schema.Array(Schema.String))

const checkRedirectUris = (uris: ReadonlyArray<string>) => {
  if (uris.length > maxRedirectUris) {
    throw new errors.InvalidRedirectUri(`redirect_uris may contain at most ${maxRedirectUris} addresses`)
  }
  for (const uri of uris) {
    if (uri.length > maxRedirectLength) {
      throw new errors.InvalidRedirectUri(`redirect_uris must have at most ${maxRedirectLength} characters each`)
    }
    if (kindOfRedirect(uri) === undefined) {
      throw new errors.InvalidRedirectUri(
        `redirect_uris must be https addresses, http addresses of this device (localhost, 127.0.0.1, [::1]), or private-use schemes such as com.example.app, without a fragment: ${JSON.stringify(uri.slice(0, 100))} is none`
      )
    }
  }
}

const checkName = (name: unknown) => {
  if (typeof name === "string" && name.length > maxNameLength) {
    throw new errors.InvalidClientMetadata(`client_name must have at most ${maxNameLength} characters`)
  }
}

/** Metadata that has no meaning here. What is not shown, followed or checked need not be kept. */
const ignored = [
  "contacts",
  "default_acr_values",
  "default_max_age",
  "initiate_login_uri",
  "logo_uri",
  "policy_uri",
  "require_auth_time",
  "scope",
  "sector_identifier_uri",
  "tos_uri"
] as const

/** Programs send null or an empty text for what they leave out. */
export const unsetIn = (metadata: object): ReadonlyArray<string> =>
  Object.entries(metadata).flatMap(([name, value]) => (value === null || value === "" ? [name] : []))

/** Changes the metadata to what counts; throws the error for the client. Called for every client, including stored ones. */
export const applyClientPolicy = (metadata: ClientMetadata): void => {
  for (const name of unsetIn(metadata)) delete metadata[name]
  for (const name of ignored) delete metadata[name]
  metadata.grant_types = ["authorization_code", "refresh_token"]
  metadata.response_types = ["code"]
  metadata.response_modes = ["query"]
  metadata.subject_type = "public"
  metadata.id_token_signed_response_alg = "RS256"
  if ((metadata.token_endpoint_auth_method ?? "none") === "none") {
    // The provider makes a secret for every client that does not name a method. One that has it would use it.
    delete metadata.client_secret
    delete metadata.client_secret_expires_at
  }
  checkName(metadata.client_name)
  if (JSON.stringify(metadata).length > maxMetadataLength) {
    throw new errors.InvalidClientMetadata(`the metadata must have at most ${maxMetadataLength} characters`)
  }
  // The provider reports anything else.
  if (!isRedirectUris(metadata.redirect_uris)) return
  checkRedirectUris(metadata.redirect_uris)
  // Native clients may use any port of the loopback address and private-use schemes. Many leave out that they are native.
  if (metadata.redirect_uris.some((uri) => kindOfRedirect(uri) === "device")) metadata.application_type = "native"
}

/** Equal for names that a person takes for the same. */
export const nameAsRead = (application: string): string =>
  application
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\p{C}\p{Z}]+/gu, "")

const maxShownName = 60
/** Control characters, and those that change the direction or the look of the text around them. */
const unshown = /[\p{C}\p{Zl}\p{Zp}]+/gu

/** As the application calls itself, fit to be shown; otherwise what its codes are sent to. */
export const applicationName = (clientName: string | undefined, redirectHost: string): string => {
  const name = (clientName ?? "").replaceAll(unshown, " ").trim()
  return [...(name === "" ? redirectHost : name)].slice(0, maxShownName).join("")
}
