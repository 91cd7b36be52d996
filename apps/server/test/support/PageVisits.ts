/** A browser without scripts: it keeps cookies, sends forms like a page of ours would, and follows no redirect. */
import { Effect } from "effect"
import { ServedApi } from "./ServedApi.ts"

export interface Visited {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Where a redirect leads. */
  readonly location: string | null
}

export interface Browser {
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Effect.Effect<Visited>
  readonly post: (
    path: string,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>
  ) => Effect.Effect<Visited>
  readonly cookies: Map<string, string>
}

const keepCookies = (cookies: Map<string, string>, headers: Headers) => {
  for (const cookie of headers.getSetCookie()) {
    const [pair = "", ...attributes] = cookie.split(";")
    const [name = "", value = ""] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]
    if (attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))) cookies.delete(name)
    else cookies.set(name, value)
  }
}

/** Headers of a form of ours that comes from this address, through a proxy. */
export const formFrom = Effect.fnUntraced(function* (address: string) {
  const { baseUrl } = yield* ServedApi
  return { origin: baseUrl, "x-forwarded-for": address }
})

export const browser = Effect.gen(function* () {
  const { baseUrl } = yield* ServedApi
  const cookies = new Map<string, string>()
  const visit = (path: string, init: RequestInit, headers: Readonly<Record<string, string>> = {}) =>
    Effect.promise(async (): Promise<Visited> => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
      const response = await fetch(new URL(path, baseUrl), {
        redirect: "manual",
        ...init,
        headers: { ...(cookie === "" ? {} : { cookie }), ...headers }
      })
      keepCookies(cookies, response.headers)
      return {
        status: response.status,
        headers: response.headers,
        text: await response.text(),
        location: response.headers.get("location")
      }
    })
  const opened: Browser = {
    get: (path, headers) => visit(path, {}, headers),
    post: (path, fields, headers = { origin: baseUrl }) =>
      visit(path, { method: "POST", body: new URLSearchParams(fields) }, headers),
    cookies
  }
  return opened
})
