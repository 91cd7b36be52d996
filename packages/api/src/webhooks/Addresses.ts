/** Which IP addresses an endpoint may have: public unicast ones that lead neither to a cloud's own hosts nor to IPv4. Pure. */
import ipaddr from "ipaddr.js"

/**
 * Addresses that look public but lead to the network of the cloud that Heddle runs in:
 *
 * - 168.63.129.16: the host of every Azure machine ("What is IP address 168.63.129.16?", Microsoft Learn)
 * - 161.26.0.0/16, 166.8.0.0/14: the service network of IBM Cloud ("IBM Cloud IP ranges", IBM Cloud Docs)
 *
 * The metadata services of the other clouds have addresses that are not public anyway: 169.254.0.0/16 (AWS, Azure,
 * Google, Oracle, DigitalOcean, Hetzner, Tencent), 192.0.0.192 (Oracle's first generation), 100.100.100.200 (Alibaba),
 * fd00:ec2::254 (AWS), fd20:ce::254 (Google), fd00:c1::a9fe:a9fe (Oracle), fd00:42::42 (Scaleway).
 */
const cloudHosts = ["168.63.129.16/32", "161.26.0.0/16", "166.8.0.0/14"].map((range) => ipaddr.IPv4.parseCIDR(range))

// IPv6 addresses outside 2000::/3 are reserved, translated or local, and some embed private IPv4 addresses.
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

/** ISATAP (RFC 5214) puts an IPv4 address behind 0000:5efe or 0200:5efe, under any prefix. */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean =>
  (parts[4] === 0x0000 || parts[4] === 0x0200) && parts[5] === 0x5efe

const parse = (address: string) => (ipaddr.isValid(address) ? ipaddr.parse(address) : undefined)

export const isAddress = (text: string): boolean => ipaddr.isValid(text)

export const isLoopback = (address: string): boolean => parse(address)?.range() === "loopback"

/** Ranges that embed IPv4 are refused, whatever they embed. */
export const isPermitted = (address: string, allowLoopback: boolean): boolean => {
  const parsed = parse(address)
  if (parsed === undefined) return false
  const range = parsed.range()
  if (allowLoopback && range === "loopback") return true
  if (range !== "unicast") return false
  return parsed instanceof ipaddr.IPv4
    ? !cloudHosts.some((host) => parsed.match(host))
    : parsed.match(globalUnicast) && !isIsatap(parsed)
}

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

const isPermittedPort = (port: number): boolean =>
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
