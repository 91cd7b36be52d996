/** Which web pages and names may reach the endpoint: a page whose own name was made to lead here (DNS rebinding) may not. */
import { Effect, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { loopbackNames } from "../../runtime/Networks.ts"
import { publicUrl, Settings } from "../../runtime/Settings.ts"

const hostnameOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).hostname : undefined)

/** Without what an address may have besides a name and a port. */
const hostOf = (host: string | undefined): string | undefined =>
  host !== undefined && /^[\w.:[\]-]+$/.test(host) ? hostnameOf(`http://${host}`) : undefined

const isLoopback = (hostname: string | undefined): boolean => hostname !== undefined && loopbackNames.has(hostname)

/** Why a request may not come in; undefined when it may. */
export const makeRefuse = Effect.map(Settings, (settings) => {
  const own = publicUrl(settings)
  const hosts = new Set([hostnameOf(own)])
  const isKnownHost = (host: string | undefined): boolean => {
    const name = hostOf(host)
    return name !== undefined && (hosts.has(name) || (Option.isNone(settings.baseUrl) && isLoopback(name)))
  }
  const origins = new Set([URL.canParse(own) ? new URL(own).origin : own, ...settings.mcpOrigins])
  const isKnownOrigin = (origin: string): boolean =>
    origins.has(origin) || (URL.canParse(origin) && new URL(origin).origin === origin && isLoopback(hostnameOf(origin)))

  return ({ headers }: HttpServerRequest.HttpServerRequest): string | undefined => {
    if (!isKnownHost(headers["host"])) {
      return "This server does not accept this Host header. Its operator sets the host name in HEDDLE_BASE_URL."
    }
    const origin = headers["origin"]
    return origin === undefined || isKnownOrigin(origin)
      ? undefined
      : "Web pages from this origin cannot call this server. Its operator can allow origins with HEDDLE_MCP_ORIGINS."
  }
})
