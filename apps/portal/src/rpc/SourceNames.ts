/** Names for the sources of the usage history, which knows endpoints by their ids. */
import { withoutScheme } from "../text/Formats.ts"
import { type Translate, useText } from "../text/Text.tsx"
import { usePortalQuery } from "./PortalQuery.ts"

/** What spent credits, as people know it: a key's name, an application, the address of an endpoint. Pure. */
interface Addressed {
  readonly id: string
  readonly url: string
}

const login = /^account login \((.*)\)$/
const webhook = /^webhook (ep_\w+)$/

/**
 * The usage history names an endpoint by its id; an endpoint that is deleted keeps it here, too. Before the endpoints
 * are known, none is named, so that no id appears for a moment.
 */
export const sourceName = (t: Translate, source: string, endpoints: ReadonlyArray<Addressed> | undefined): string => {
  const application = login.exec(source)?.[1]
  if (application !== undefined) return t("ui.source.login", { application })
  const id = webhook.exec(source)?.[1]
  if (id === undefined) return source
  if (endpoints === undefined) return t("ui.source.webhook", { address: "…" })
  const url = endpoints.find((endpoint) => endpoint.id === id)?.url
  return t("ui.source.webhook", { address: url === undefined ? id : withoutScheme(url) })
}

export const useSourceName = (): ((source: string) => string) => {
  const t = useText()
  const { data, error } = usePortalQuery("webhooks.ListEndpoints")
  // Without an answer, ids have to do.
  const endpoints = data?.endpoints ?? (error === null ? undefined : [])
  return (source) => sourceName(t, source, endpoints)
}
