/** A person with an account, in a browser without scripts: signs up by mail, allows applications, uses the portal. */
import { Effect } from "effect"
import { portalClient } from "../../apps/server/test/support/PortalClient.ts"
import type { HeddleProcess } from "../support/HeddleProcess.ts"
import { mailedLink } from "../support/Operator.ts"

const password = "correct horse battery"

export type Portal = Effect.Success<ReturnType<typeof portalClient>>

export interface Person {
  readonly email: string
  /** Allows what an application asks for; the address that the browser is then sent to. */
  allow(authorization: URL): Promise<URL>
  /** Does something in the portal. */
  inPortal<A, E>(use: (portal: Portal) => Effect.Effect<A, E>): Promise<A>
}

interface Visited {
  readonly url: URL
  readonly text: string
}

const unescaped = (text: string): string =>
  text.replaceAll("&#x3D;", "=").replaceAll("&#39;", "'").replaceAll("&amp;", "&")

const hiddenIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from(
      text.matchAll(/<input type="hidden" name="([^"]+)"[^>]*value="([^"]*)"/g),
      ([, name = "", value = ""]) => [name, unescaped(value)]
    )
  )

const leavesTo = (text: string): URL => {
  const target = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(text)?.[1]
  if (target === undefined) throw new Error(`The page leads nowhere:\n${text}`)
  return new URL(unescaped(target))
}

/** Follows redirects within the server, and sends forms as its pages do. */
const openBrowser = (server: HeddleProcess) => {
  const cookies = new Map<string, string>()
  const keep = ({ headers }: Response) => {
    for (const cookie of headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";")
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1))
    }
  }
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  const visit = async (address: URL, init: RequestInit = {}): Promise<Visited> => {
    const headers = { origin: address.origin, cookie: cookie() }
    const response = await fetch(address, { ...init, redirect: "manual", headers })
    keep(response)
    const location = response.headers.get("location")
    if (location !== null) return visit(new URL(location, address))
    const text = await response.text()
    if (!response.ok) throw new Error(`${address.pathname}: ${response.status}\n${text}`)
    return { url: address, text }
  }
  const at = (path: string) => new URL(path, server.baseUrl)
  return {
    at,
    visit,
    cookie,
    send: (url: URL, fields: Readonly<Record<string, string>>) =>
      visit(url, { method: "POST", body: new URLSearchParams(fields) })
  }
}

/** Belongs to the account with the same address, if there is one. */
export const signUp = async (server: HeddleProcess, email: string): Promise<Person> => {
  const { at, visit, send, cookie } = openBrowser(server)
  await send(at("/sign-up"), { email, password })
  const link = await mailedLink(server, email, "/verify-email")
  await send(at("/verify-email"), { token: link.searchParams.get("token") ?? "", password })
  return {
    email,
    allow: async (authorization) => {
      const { url, text } = await visit(authorization)
      const decided = await send(url, { ...hiddenIn(text), decision: "allow" })
      return leavesTo(decided.text)
    },
    inPortal: (use) => Effect.runPromise(Effect.scoped(Effect.flatMap(portalClient(server.baseUrl, cookie), use)))
  }
}
