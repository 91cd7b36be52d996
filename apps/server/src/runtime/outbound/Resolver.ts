/**
 * Resolves host names by DNS alone. `getaddrinfo` would also read the hosts file and add search domains, which can turn a
 * customer's name into one of our network, and a few names whose servers hang would occupy every thread of its pool.
 */
import { Context } from "effect"
import { promises as dns } from "node:dns"

/** The servers that a process asks for names, as far as an attempt needs them. */
export interface NameServers {
  resolve4(name: string): Promise<ReadonlyArray<string>>
  resolve6(name: string): Promise<ReadonlyArray<string>>
  /** Fails when the servers are out of order, whatever they are asked. */
  check(): Promise<unknown>
}

/** `isOurs` when our own servers are to blame. */
export class UnresolvedName extends Error {
  override readonly name = "UnresolvedName"
  readonly isOurs: boolean
  constructor(isOurs: boolean) {
    super("The URL's host name does not resolve to a public address")
    this.isOurs = isOurs
  }
}

const queryTimeoutMillis = 1_500
const queryTries = 2

/** The name exists and has no address of this family, or it does not exist. */
const noAddress: ReadonlySet<unknown> = new Set(["ENOTFOUND", "ENODATA"])

const codeOf = (cause: unknown): unknown => (cause instanceof Error && "code" in cause ? cause.code : undefined)

const systemResolver = () => new dns.Resolver({ timeout: queryTimeoutMillis, tries: queryTries })

export const makeNameServers = (newResolver = systemResolver): NameServers => {
  let resolver: dns.Resolver | undefined
  /** Reads the system's configuration again after trouble: a laptop changes networks. */
  const ask = async <A>(query: (resolver: dns.Resolver) => Promise<A>): Promise<A> => {
    resolver ??= newResolver()
    try {
      return await query(resolver)
    } catch (cause) {
      if (!noAddress.has(codeOf(cause))) resolver = undefined
      throw cause
    }
  }
  return {
    resolve4: (name) => ask((servers) => servers.resolve4(name)),
    resolve6: (name) => ask((servers) => servers.resolve6(name)),
    // Every server that resolves names knows the root.
    check: () => ask((servers) => servers.resolveNs("."))
  }
}

export class Resolver extends Context.Reference<NameServers>("@heddle/reference/runtime/outbound/Resolver", {
  defaultValue: () => makeNameServers()
}) {}

const hasTrouble = (answer: PromiseSettledResult<unknown>): boolean =>
  answer.status === "rejected" && !noAddress.has(codeOf(answer.reason))

/**
 * All addresses of a name, at least one. When a name's own servers do not answer, ours report the same trouble as when they
 * are out of order themselves; a query for the root tells the two apart.
 */
export const resolveName = async (servers: NameServers, name: string): Promise<ReadonlyArray<string>> => {
  const answers = await Promise.allSettled([servers.resolve4(name), servers.resolve6(name)])
  const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
  if (addresses.length > 0) return addresses
  if (!answers.some(hasTrouble)) throw new UnresolvedName(false)
  const [check] = await Promise.allSettled([servers.check()])
  throw new UnresolvedName(check === undefined || hasTrouble(check))
}
