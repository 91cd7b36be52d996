import type { KvNamespace } from "@heddle/receiver/cloudflare"
import { importFetched, isFetched } from "../runtimes/Fetched.ts"

export interface ListedKv extends KvNamespace {
  list(): Promise<{ keys: ReadonlyArray<{ name: string; expiration: number }> }>
}

/** Workers KV as Cloudflare's own simulator has it. */
export type OpenKv = () => Promise<{ readonly namespace: ListedKv; readonly close: () => Promise<void> }>

export const kvInstalled = isFetched("miniflare")

export const openKv: OpenKv = async () => {
  const module: { readonly openKv: OpenKv } = await importFetched("miniflare", "miniflare/Kv.ts")
  return module.openKv()
}
