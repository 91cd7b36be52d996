/** Names for the sources of the usage history, which knows endpoints by their ids. */
import { sourceName } from "../text/SourceName.ts"
import { useText } from "../text/Text.tsx"
import { usePortalQuery } from "./PortalQuery.ts"

export const useSourceName = (): ((source: string) => string) => {
  const t = useText()
  const { data, error } = usePortalQuery("webhooks.ListEndpoints")
  // Without an answer, ids have to do.
  const endpoints = data?.endpoints ?? (error === null ? undefined : [])
  return (source) => sourceName(t, source, endpoints)
}
