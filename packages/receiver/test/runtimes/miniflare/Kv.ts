import { Miniflare } from "miniflare"
import type { ListedKv, OpenKv } from "../../stores/Kv.ts"

const isNamespace = (value: object): value is ListedKv => "get" in value && "put" in value && "list" in value

export const openKv: OpenKv = async () => {
  const miniflare = new Miniflare({
    modules: true,
    script: "export default { fetch: () => new Response() }",
    compatibilityDate: "2026-01-01",
    kvNamespaces: ["EVENTS"]
  })
  await miniflare.ready
  const namespace: object = await miniflare.getKVNamespace("EVENTS")
  if (!isNamespace(namespace)) throw new Error("Miniflare gave no KV namespace.")
  return { namespace, close: () => miniflare.dispose() }
}
