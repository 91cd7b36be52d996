/**
 * Which applications may register, by themselves (RFC 7591) or by a document at their address, and what of their metadata
 * counts. It mends what real clients leave out, and refuses what would be dangerous.
 */
import { Schema } from "effect"
import { type ClientMetadata, errors } from "oidc-provider"
import { kindOfRedirect } from "./Application.ts"
import { unsetIn } from "./DocumentFetch.ts"

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
