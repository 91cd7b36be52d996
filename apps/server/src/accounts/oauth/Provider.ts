/** oidc-provider, as it is configured here. Loaded with the first request: nothing else may import it at the start. */
import OAuthProvider from "oidc-provider"
import { makeAdapter, type Rows, type RunStatement } from "./Adapter.ts"
import { makeConsent } from "./Consent.ts"
import { makeBridge } from "./ProviderBridge.ts"
import { providerConfiguration, type ProviderParts } from "./ProviderConfiguration.ts"

interface Parts extends Omit<ProviderParts, "adapter"> {
  readonly rows: Rows
  readonly run: RunStatement
}

export const makeProvider = ({ rows, run, ...parts }: Parts) => {
  const issuer = new URL(parts.issuer)
  const configuration = providerConfiguration({ ...parts, adapter: makeAdapter(rows, run) })
  const provider = new OAuthProvider(parts.issuer, configuration)
  const bridge = makeBridge(provider, issuer)
  return { bridge, ...makeConsent({ provider, bridge, issuer, resource: parts.resource, rows }) }
}
