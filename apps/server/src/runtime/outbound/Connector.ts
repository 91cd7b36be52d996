/**
 * Opens connections to permitted addresses only. It resolves a name once, checks every address, dials those and no others,
 * and checks the address of the other end before it sends a byte. All of this has one time limit.
 */
import { isAddress, isLocalhost } from "@heddle/api/webhooks"
import { connect as dialTcp, type LookupFunction, type Socket, type TcpNetConnectOpts } from "node:net"
import { connect as startTls, type TLSSocket } from "node:tls"
import { type NameServers, resolveName, UnresolvedName } from "./Resolver.ts"

const keepAliveProbeMillis = 60_000
const keptSessions = 1_000
/** The parser reads all that has come, however little of it may be used. */
const bufferedBytes = 16 * 1_024

/** No connection was opened; `reached` when one was, to a permitted address, and TLS failed on it. */
export class ConnectFailure extends Error {
  override readonly name = "ConnectFailure"
  readonly reached: boolean
  constructor(cause: unknown, reached: boolean) {
    super("No connection", { cause })
    this.reached = reached
  }
}

export class ConnectTimeout extends Error {
  override readonly name = "ConnectTimeout"
  readonly code = "ETIMEDOUT"
}

/** The host is not a permitted destination; `message` is safe to show to the customer. */
export class ForbiddenAddress extends Error {
  override readonly name = "ForbiddenAddress"
}

export interface ConnectorOptions {
  readonly servers: NameServers
  readonly permitted: (address: string) => boolean
  readonly timeoutMillis: number
  readonly dial?: (options: TcpNetConnectOpts) => Socket
}

export interface ConnectTo {
  readonly protocol: string
  readonly hostname: string
  readonly port: string
}

type Opened = Socket | TLSSocket
type Callback = (...result: [error: null, socket: Opened] | [error: Error, socket: null]) => void

const familyOf = (address: string): 4 | 6 => (address.includes(":") ? 6 : 4)

/** Answers with these addresses, whatever is asked. */
const lookupOf =
  (addresses: ReadonlyArray<string>): LookupFunction =>
  (_name, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: familyOf(address) }))
    const [first] = found
    if (first === undefined) return callback(new UnresolvedName(false), "", 0)
    return all === true ? callback(null, found) : callback(null, first.address, first.family)
  }

/** Resumes sessions, so that a new connection to a known host costs one round trip less. */
const makeSessions = () => {
  const sessions = new Map<string, Buffer>()
  return {
    get: (key: string) => sessions.get(key),
    keep: (key: string, session: Buffer) => {
      sessions.delete(key)
      sessions.set(key, session)
      const [oldest] = sessions.keys()
      if (sessions.size > keptSessions && oldest !== undefined) sessions.delete(oldest)
    },
    forget: (key: string) => sessions.delete(key)
  }
}

const addressesOf = async (servers: NameServers, host: string): Promise<ReadonlyArray<string>> => {
  if (isAddress(host)) return [host]
  if (isLocalhost(host)) return ["127.0.0.1", "::1"]
  return await resolveName(servers, host)
}

/** Returns how to begin TLS on a connection. */
const makeEncrypt = () => {
  const sessions = makeSessions()
  return (socket: Socket, { hostname, port }: ConnectTo): TLSSocket => {
    const key = `${hostname}:${port}`
    const session = sessions.get(key)
    const options = {
      socket,
      highWaterMark: bufferedBytes,
      // The certificate is checked against this name, and an address's against the address.
      host: hostname,
      ALPNProtocols: ["http/1.1"],
      ...(isAddress(hostname) ? {} : { servername: hostname }),
      ...(session === undefined ? {} : { session })
    }
    return startTls(options)
      .on("session", (made) => sessions.keep(key, made))
      .on("error", () => sessions.forget(key))
  }
}

export const makeConnector = ({ servers, permitted, timeoutMillis, dial = dialTcp }: ConnectorOptions) => {
  const encrypt = makeEncrypt()

  /** One bad address refuses the name: a name that also resolves to an internal address is suspicious. */
  const checkedAddressesOf = async (hostname: string): Promise<ReadonlyArray<string>> => {
    const host = hostname.replace(/\.$/, "")
    const addresses = await addressesOf(servers, host)
    if (addresses.every(permitted)) return addresses
    throw isAddress(host) ? new ForbiddenAddress("The URL's address is not public") : new UnresolvedName(false)
  }

  return (to: ConnectTo, callback: Callback): void => {
    let open: Opened | undefined
    let reached = false
    let isOver = false

    const finish = (...result: Parameters<Callback>) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      callback(...result)
    }
    const fail = (cause: unknown) => {
      open?.destroy()
      finish(new ConnectFailure(cause, reached), null)
    }
    const timer = setTimeout(() => fail(new ConnectTimeout()), timeoutMillis)

    const onTcp = (socket: Socket) => {
      if (isOver) return socket.destroy()
      if (!permitted(socket.remoteAddress ?? "")) return fail(new UnresolvedName(false))
      reached = true
      socket.setNoDelay(true).setKeepAlive(true, keepAliveProbeMillis)
      if (to.protocol !== "https:") return finish(null, socket)
      const secure = encrypt(socket, to)
      open = secure
      return secure.on("error", fail).once("secureConnect", () => finish(null, secure))
    }

    const start = async () => {
      const addresses = await checkedAddressesOf(to.hostname)
      if (isOver) return
      const port = Number(to.port === "" ? (to.protocol === "https:" ? 443 : 80) : to.port)
      const socket = dial({ host: to.hostname, port, lookup: lookupOf(addresses), autoSelectFamily: true })
      open = socket
      socket.on("error", fail).once("connect", () => onTcp(socket))
    }
    start().catch(fail)
  }
}
