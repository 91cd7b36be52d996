/** The guard of addresses that strangers give: nothing of our own network is asked, whatever the name says. */
import { assert, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { makeDocumentFetch } from "../../../src/accounts/oauth/DocumentFetch.ts"
import { type NameServers, Resolver } from "../../../src/runtime/outbound/Resolver.ts"
import { Settings } from "../../../src/runtime/Settings.ts"

const settings = Settings.layer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({}))))

/** Every name leads to these addresses. */
const resolvingTo = (...addresses: ReadonlyArray<string>): NameServers => ({
  resolve4: async () => addresses,
  resolve6: async () => [],
  check: async () => undefined
})

const failureOf = (url: string, servers: NameServers) =>
  Effect.gen(function* () {
    const { fetch } = yield* makeDocumentFetch
    return yield* Effect.promise(async () => {
      try {
        await fetch(url, { signal: AbortSignal.timeout(2_000) })
        return "answered"
      } catch (error) {
        return String(error instanceof Error ? (error.cause ?? error) : error)
      }
    })
  }).pipe(Effect.scoped, Effect.provide(settings), Effect.provideService(Resolver, servers))

it.live.each([
  "https://127.0.0.1/",
  "https://[::1]/",
  "https://10.1.2.3/",
  "https://169.254.169.254/",
  "https://localhost/",
  "https://intranet/",
  "https://example.com:22/",
  "http://example.com/",
  "file:///etc/passwd"
])("never asks %s", (url) =>
  Effect.map(failureOf(url, resolvingTo("93.184.216.34")), (failure) => assert.include(failure, "not permitted"))
)

it.live.each(["127.0.0.1", "10.0.0.1", "168.63.129.16"])("does not dial a name that resolves to %s", (address) =>
  Effect.map(failureOf("https://example.com/", resolvingTo(address)), (failure) =>
    assert.include(failure, "No connection")
  )
)

it.live("does not dial a name of which one address is ours", () =>
  Effect.map(failureOf("https://example.com/", resolvingTo("93.184.216.34", "127.0.0.1")), (failure) =>
    assert.include(failure, "No connection")
  )
)
