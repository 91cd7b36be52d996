/** Which hosts and ports the URL of an endpoint may have, as far as the URL alone says so. Pure. */
import { isAddress, isLoopback, isPermitted } from "./Addresses.ts"

/** The host of a URL without the brackets of IPv6 and the dot that ends a full name. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "")

/** These names mean this machine wherever they are resolved (RFC 6761, section 6.3). */
export const isLocalhost = (host: string): boolean => host === "localhost" || host.endsWith(".localhost")

export const isLoopbackHost = (host: string): boolean => isLocalhost(host) || isLoopback(host)

const httpsPort = 443
export const firstUserPort = 1_024

/**
 * Databases, caches, queues, file shares and remote control, which speak no HTTP or should not be reached from outside.
 * A request to one of them is an attack on another service, not a delivery.
 */
const servicePorts: ReadonlySet<number> = new Set([
  1433, 1434, 1521, 1723, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 4369, 5060, 5061, 5432, 5433, 5671, 5672,
  5900, 5901, 5984, 5985, 5986, 6000, 6379, 6380, 6432, 6443, 6665, 6666, 6667, 6668, 6669, 6697, 7000, 7001, 7199,
  8086, 9042, 9092, 9160, 9200, 9300, 10_250, 10_255, 11_211, 15_672, 26_257, 27_017, 27_018, 27_019, 50_000, 61_616
])

export const isPermittedPort = (port: number): boolean =>
  port === httpsPort || (port >= firstUserPort && !servicePorts.has(port))

/** What is wrong with the URL's host or port; null when an endpoint may have them. */
export const refusalOf = (url: URL, allowLoopback: boolean): "address" | "name" | "port" | null => {
  const host = hostOf(url)
  if (isLoopbackHost(host)) return allowLoopback ? null : isAddress(host) ? "address" : "name"
  if (isAddress(host)) {
    if (!isPermitted(host, allowLoopback)) return "address"
  } else {
    const labels = host.split(".")
    if (labels.length < 2 || labels.includes("")) return "name"
  }
  return url.port === "" || isPermittedPort(Number(url.port)) ? null : "port"
}
