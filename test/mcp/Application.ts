/** What an application keeps of its sign-in, in memory, for the clients of both SDKs. */
import type { OAuthClientProvider, OAuthDiscoveryState, OAuthTokens } from "@modelcontextprotocol/client"

export const callback = "http://127.0.0.1:8976/callback"

interface Registered {
  readonly client_id: string
}

export interface Application extends OAuthClientProvider {
  readonly redirectUrl: string
  /** Where the person has to decide, once a client has asked. */
  readonly asked: () => URL
  tokens(): OAuthTokens | undefined
  saveTokens(tokens: OAuthTokens): void
  clientInformation(): Registered | undefined
  saveClientInformation(registered: Registered): void
  redirectToAuthorization(url: URL): void
  saveCodeVerifier(verifier: string): void
  codeVerifier(): string
  invalidateCredentials(what: string): void
}

export interface ApplicationOptions {
  readonly name: string
  readonly redirectUrl?: string
  /** The address of its metadata document, which is then its id. */
  readonly documentUrl?: string
}

/** What it says about itself; it leaves out that it is native, as older clients do. */
export const metadataOf = ({ name, redirectUrl = callback }: ApplicationOptions) => ({
  client_name: name,
  redirect_uris: [redirectUrl],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none"
})

export const makeApplication = (options: ApplicationOptions): Application => {
  const { redirectUrl = callback, documentUrl } = options
  let registered: Registered | undefined
  let tokens: OAuthTokens | undefined
  let verifier = ""
  let discovered: OAuthDiscoveryState | undefined
  let authorization: URL | undefined
  return {
    redirectUrl,
    ...(documentUrl === undefined ? {} : { clientMetadataUrl: documentUrl }),
    clientMetadata: metadataOf(options),
    state: () => crypto.randomUUID(),
    clientInformation: () => registered,
    saveClientInformation: (information) => {
      registered = information
    },
    tokens: () => tokens,
    saveTokens: (next) => {
      tokens = next
    },
    redirectToAuthorization: (url) => {
      authorization = url
    },
    saveCodeVerifier: (next) => {
      verifier = next
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: (state) => {
      discovered = state
    },
    discoveryState: () => discovered,
    invalidateCredentials: (what) => {
      if (what === "tokens" || what === "all") tokens = undefined
    },
    asked: () => {
      if (authorization === undefined) throw new Error("No client asked to sign in.")
      return authorization
    }
  }
}
