/** Addresses and subnets, as in `HEDDLE_PROXIES`. */
import { Config, Schema } from "effect"
import { BlockList, isIP, isIPv6 } from "node:net"
import { namesIn } from "./NameList.ts"

/** The names of this machine in an address of the web, to itself alone. */
export const loopbackNames: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"])

const none = "none"
const familyOf = (address: string) => (isIPv6(address) ? "ipv6" : "ipv4")

const isNetwork = (text: string): boolean => {
  const [address = "", length, ...rest] = text.split("/")
  const longest = isIPv6(address) ? 128 : 32
  if (isIP(address) === 0 || rest.length > 0) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= longest)
}

const Networks = Schema.String.check(
  Schema.makeFilter((text) => {
    const wrong = text === none ? undefined : namesIn(text).find((name) => !isNetwork(name))
    return wrong === undefined
      ? undefined
      : `names "${wrong}"; give addresses or subnets such as 10.0.0.0/8, several with commas, or \`${none}\``
  })
)

export const networksSetting = (name: string, byDefault: ReadonlyArray<string>) =>
  Config.schema(Networks, name).pipe(
    Config.map((text): ReadonlyArray<string> => (text === none ? [] : namesIn(text))),
    Config.withDefault(byDefault)
  )

const mappedV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** Without the interface that Node appends to a link-local address. */
const plain = (address: string): string => mappedV4.exec(address)?.[1] ?? address.replace(/%.*$/, "")

/** Whether an address of a connection is in one of these networks. */
export const makeContains = (networks: ReadonlyArray<string>): ((address: string) => boolean) => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = "", length] = network.split("/")
    if (length === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(length), familyOf(address))
  }
  return (address) => list.check(plain(address), familyOf(plain(address)))
}

/** The first groups of an IPv6 address; an IPv4 address whole. */
const networkOf = (address: string, groupCount: number): string => {
  const client = plain(address)
  if (!isIPv6(client)) return client
  const [head = "", tail] = client.split("::")
  // One spelling of each, whoever wrote the address.
  const spelling = (group: string) => Number.parseInt(group, 16).toString(16)
  const groups = (part: string) =>
    part
      .split(":")
      .filter((group) => group !== "")
      .map(spelling)
  const [first, last] = [groups(head), groups(tail ?? "")]
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => "0")
  return [...first, ...(tail === undefined ? [] : zeros), ...last].slice(0, groupCount).join(":")
}

/** What stands for one client: an IPv4 address, or the /64 that an IPv6 client usually has whole. */
export const clientOf = (address: string): string => networkOf(address, 4)

/** What somebody who wants many clients can have whole: of IPv6 a /48, which tunnel brokers give away. */
export const siteOf = (address: string): string => networkOf(address, 3)

/** The networks around an IPv6 client that one customer of a provider may have whole: its /56 and its /48. */
export const widerNetworksOf = (address: string): ReadonlyArray<string> => {
  if (!isIPv6(plain(address))) return []
  const [site, subnet = "0"] = [siteOf(address), clientOf(address).split(":").at(-1)]
  return [`${site}:${(Number.parseInt(subnet, 16) >> 8).toString(16)}/56`, `${site}/48`]
}

/**
 * The address of the client: of the connection or, when that is one of our proxies, the last address in
 * `X-Forwarded-For` that is none. Whatever stands before it was sent by the client, who may claim anything.
 */
export const makeClientAddress = (
  proxies: ReadonlyArray<string>
): ((remoteAddress: string, forwardedFor: string | undefined) => string) => {
  const isProxy = makeContains(proxies)
  return (remoteAddress, forwardedFor = "") => {
    let client = remoteAddress
    for (const hop of forwardedFor
      .split(",")
      .map((text) => text.trim())
      .toReversed()) {
      if (isIP(client) === 0 || !isProxy(client) || isIP(hop) === 0) return client
      client = hop
    }
    return client
  }
}
