import type { KvNamespace } from "@heddle/receiver/cloudflare"
import { fetchedModule } from "../runtimes/Fetched.ts"

export interface ListedKv extends KvNamespace {
  list(): Promise<{ keys: ReadonlyArray<{ name: string; expiration: number }> }>
}

/** Workers KV as Cloudflare's own simulator has it. */
export type OpenKv = () => Promise<{ readonly namespace: ListedKv; readonly close: () => Promise<void> }>

export const openKv = fetchedModule("miniflare", "miniflare/Kv.ts").map((load): OpenKv => async () => {
  const module: { readonly openKv: OpenKv } = await load()
  return module.openKv()
})
