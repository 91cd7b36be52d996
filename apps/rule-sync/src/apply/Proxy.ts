/** The proxy that the environment names. Node reads these variables only when it is started for it. */
import { Config, Effect } from "effect"
import { InvalidSetting } from "../Settings.ts"

interface Variable {
  readonly name: string
  readonly value: string
}

/** The first of these variables that is set, in lower case or, failing that, in upper case. */
const variable = (...names: ReadonlyArray<string>): Effect.Effect<Variable | undefined> =>
  Effect.forEach(
    names.flatMap((name) => [name.toLowerCase(), name]),
    (name) =>
      Effect.orDie(Config.String(name).pipe(Config.withDefault(""))).pipe(
        Effect.map((value): Variable => ({ name, value: value.trim() }))
      )
  ).pipe(Effect.map((all) => all.find(({ value }) => value !== "")))

const defaultPorts: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" }

/** An entry of NO_PROXY is `*`, or a host that stands for all below it too; with a port, it is for this port alone. */
const isExcepted = (url: URL, entry: string): boolean => {
  const [, ipv6, name, port] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(entry) ?? []
  if (port !== undefined && port !== (url.port || defaultPorts[url.protocol])) return false
  const host = (ipv6 ?? name ?? entry).replace(/^\*?\./, "").toLowerCase()
  const own = url.hostname.replaceAll(/^\[|\]$/g, "")
  return host === "*" || own === host || own.endsWith(`.${host}`)
}

const isProxy = (url: URL | null): url is URL =>
  url !== null && /^https?:$/.test(url.protocol) && !/%(?![\da-f]{2})/i.test(url.username + url.password)

/** The proxy in front of an address, or null. As Node does, it takes HTTP_PROXY where HTTPS_PROXY is not set. */
export const proxyFor = Effect.fnUntraced(function* (address: string) {
  const url = new URL(address)
  const proxy = yield* variable(...(url.protocol === "https:" ? ["HTTPS_PROXY"] : []), "HTTP_PROXY")
  const exceptions = yield* variable("NO_PROXY")
  if (proxy === undefined) return null
  const entries = exceptions?.value.split(/[\s,]+/).filter((entry) => entry !== "") ?? []
  if (entries.some((entry) => isExcepted(url, entry))) return null
  const parsed = URL.parse(/^[a-z\d+.-]+:\/\//i.test(proxy.value) ? proxy.value : `http://${proxy.value}`)
  if (isProxy(parsed)) return parsed
  // Its value may contain a password.
  return yield* new InvalidSetting({
    message: `${proxy.name} is not the address of an HTTP proxy. Set it to one such as http://proxy.example.com:3128 (and write % in a password as %25).`
  })
})

/** Loaded only for a proxy: it is half as large as the rest of the program. */
export const fetchThrough = async (proxy: URL): Promise<typeof globalThis.fetch> => {
  const { fetch, ProxyAgent } = await import("undici")
  const dispatcher = new ProxyAgent(proxy.href)
  return async (input, init) => {
    const request = new Request(input, init)
    const { method, redirect, signal } = request
    const answer = await fetch(request.url, {
      dispatcher,
      method,
      redirect,
      signal,
      headers: [...request.headers],
      body: request.body === null ? null : await request.arrayBuffer()
    })
    const body = await answer.arrayBuffer()
    return new Response(body.byteLength === 0 ? null : body, { status: answer.status, headers: [...answer.headers] })
  }
}
