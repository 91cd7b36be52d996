import type { Receiver } from "@heddle/receiver"
import { fetchedModule } from "../runtimes/Fetched.ts"
import type { Running } from "../../../../test/support/LocalServer.ts"
import type { Framework } from "./Framework.ts"

type Platform = "Express" | "Fastify"
type Handle = Pick<Receiver, "handle">

/** Where in Nest a receiver can stand; `rawBody` is Nest's own option to keep the bytes that its parser reads. */
export interface NestServers {
  readonly middleware: (platform: Platform, receiver: Handle, port: number) => Promise<Running>
  readonly controller: (platform: Platform, receiver: Handle, rawBody: boolean) => Promise<Running>
  /** A module that puts it before its routes. */
  readonly consumer: (platform: Platform, receiver: Handle, rawBody: boolean) => Promise<Running>
}

export const nestServers = fetchedModule("@nestjs/core", "nest/Servers.ts").map((load) => async () => {
  const { servers }: { readonly servers: NestServers } = await load()
  return servers
})

const middleware = (platform: Platform): Framework => ({
  name: `Nest on ${platform}, middleware`,
  needs: nestServers,
  start: async (receiver, port) => (await nestServers.open()()).middleware(platform, receiver, port)
})

export const nest: ReadonlyArray<Framework> = [middleware("Express"), middleware("Fastify")]
