/** The guard of addresses that strangers give: nothing of our own network is asked, and nobody keeps others from being asked. */
import { assert, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { makeDocumentFetch, TooManyFetches } from "../../../src/accounts/oauth/DocumentFetch.ts"
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
    const { fetchFor } = yield* makeDocumentFetch
    return yield* Effect.promise(async () => {
      try {
        await fetchFor(() => "192.0.2.1")(url, { signal: AbortSignal.timeout(2_000) })
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

/** Names of `evil.example` never resolve, others lead to this device, which is not permitted. */
const hanging: NameServers = {
  resolve4: (name) => (name.endsWith("evil.example") ? new Promise(() => undefined) : Promise.resolve(["127.0.0.1"])),
  resolve6: async () => [],
  check: async () => undefined
}

const flood = Array.from({ length: 200 }, (_, index) => index)

/** Each as many fetches as it likes: from which address, of which host. */
const floods: Readonly<Record<string, (index: number) => readonly [client: string, url: string]>> = {
  "one client, one host": () => ["198.51.100.7", "https://evil.example/"],
  "one client, many hosts of a domain": (index) => ["198.51.100.7", `https://h${index}.evil.example/`],
  "one client of IPv6, many hosts": (index) => [`2001:db8:0:1::${index}`, `https://h${index}.evil.example/`],
  "many clients, one host": (index) => [`198.51.100.${index}`, "https://evil.example/"],
  "nine clients, many hosts": (index) => [`198.51.100.${index % 9}`, `https://h${index}.evil.example/`]
}

it.effect.each(Object.entries(floods))("asks for the documents of others during a flood by %s", ([, from]) =>
  Effect.gen(function* () {
    const { fetchFor } = yield* makeDocumentFetch
    const ended = new AbortController()
    const outcome = async (client: string, url: string) => {
      try {
        await fetchFor(() => client)(url, { signal: ended.signal })
        return "answered"
      } catch (error) {
        return error instanceof TooManyFetches ? "refused" : "asked"
      }
    }
    const flooding = flood.map((index) => outcome(...from(index)))
    const others = Array.from({ length: 12 }, (_, index) => outcome(`203.0.113.${index}`, `https://h${index}.example/`))
    const outcomes = yield* Effect.promise(() => Promise.all(others))
    assert.deepStrictEqual([...new Set(outcomes)], ["asked"])
    ended.abort()
    const refused = (yield* Effect.promise(() => Promise.all(flooding))).filter((one) => one === "refused")
    assert.isAtLeast(refused.length, 100)
  }).pipe(Effect.scoped, Effect.provide(settings), Effect.provideService(Resolver, hanging))
)
