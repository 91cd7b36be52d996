import { fetchedModule } from "../../../packages/receiver/test/runtimes/Fetched.ts"

/** Another library that verifies webhooks, each in its own scheme. */
export interface Peer {
  readonly name: string
  /** Headers of a request with this body, signed at this time (Unix seconds; ignored where a scheme has none). */
  readonly sign: (body: string, timestamp: number) => Readonly<Record<string, string>>
  /** Rejects or throws what it does not accept. */
  readonly verify: (body: Buffer, headers: Readonly<Record<string, string>>) => Promise<void> | void
}

export type PeersOf = (secret: string) => Readonly<Record<"stripe" | "svix" | "standardwebhooks" | "octokit", Peer>>

/** `secret` is base64 behind `whsec_`. */
export const peers = fetchedModule("stripe", "peers/Peers.ts").map((load) => async (secret: string) => {
  const { peersOf }: { readonly peersOf: PeersOf } = await load()
  return peersOf(secret)
})
