/**
 * The name of a failed attempt's cause, and whose fault it is:
 *
 * - customer: the endpoint answered, but not with 2xx; its address is forbidden or unknown; its certificate or its HTTP is
 *   wrong; it took the request and did not answer in time.
 * - network: no connection, or one that broke.
 * - us: our name servers, descriptors, ports or processes. Such an attempt uses up no retry.
 *
 * A failure without a known cause counts as the network's, so that it cannot be repeated without end. Pure.
 */
import { ConnectFailure, ForbiddenAddress } from "../../runtime/outbound/Connector.ts"
import { UnresolvedName } from "../../runtime/outbound/Resolver.ts"

export type FaultOwner = "customer" | "network" | "us"

export interface Failure {
  /** For customers to read; it names no address of our network. */
  readonly error: string
  readonly faultOwner: FaultOwner
}

const failures: Readonly<Record<FaultOwner, Readonly<Record<string, string>>>> = {
  customer: {
    NOT_HTTP: "The answer is not HTTP/1.1"
  },
  network: {
    ECONNREFUSED: "Connection refused",
    ECONNRESET: "Connection reset",
    ECONNABORTED: "Connection reset",
    EPIPE: "Connection reset",
    EHOSTUNREACH: "Host unreachable",
    EHOSTDOWN: "Host unreachable",
    ENETUNREACH: "Network unreachable",
    ETIMEDOUT: "Connection timed out",
    NO_ANSWER: "The connection closed without an answer"
  },
  us: {
    EMFILE: "Heddle has too many open connections",
    ENFILE: "Heddle has too many open connections",
    EADDRNOTAVAIL: "Heddle has too many open connections",
    EADDRINUSE: "Heddle has too many open connections",
    ENOBUFS: "Heddle is out of memory",
    ENOMEM: "Heddle is out of memory",
    ENETDOWN: "Heddle's network is down",
    EACCES: "Heddle's network forbids the connection",
    EPERM: "Heddle's network forbids the connection",
    STOPPED: "Heddle stopped during this attempt"
  }
}

const owners: ReadonlyArray<FaultOwner> = ["customer", "network", "us"]

const known: ReadonlyMap<string, Failure> = new Map(
  owners.flatMap((faultOwner) =>
    Object.entries(failures[faultOwner]).map(([code, error]) => [code, { error, faultOwner }])
  )
)

/** Codes of OpenSSL and of Node for certificates and handshakes. */
const isTls = (code: string): boolean =>
  /^(?:ERR_TLS|ERR_SSL|EPROTO$|CRL_|UNABLE_TO_|INVALID_(?:CA|PURPOSE)$|PATH_LENGTH_EXCEEDED$|HOSTNAME_MISMATCH$)/.test(
    code
  ) ||
  code.includes("CERT") ||
  code.includes("SELF_SIGNED")

const codeOf = (cause: Error): string => ("code" in cause && typeof cause.code === "string" ? cause.code : "")

const unknown: Failure = { error: "The request failed", faultOwner: "network" }

export const failureOf = (cause: unknown): Failure => {
  if (cause instanceof ForbiddenAddress) return { error: cause.message, faultOwner: "customer" }
  if (cause instanceof UnresolvedName) {
    return { error: cause.message, faultOwner: cause.isOurs ? "us" : "customer" }
  }
  if (!(cause instanceof Error)) return unknown
  const code = codeOf(cause)
  const failure = known.get(code)
  if (failure !== undefined) return failure
  if (isTls(code)) return { error: `TLS failed (${code})`, faultOwner: "customer" }
  return cause.cause instanceof Error ? failureOf(cause.cause) : unknown
}

/** Whether a connection to a permitted address was open, for an attempt that failed before it sent its request. */
export const hasReached = (cause: unknown): boolean => cause instanceof ConnectFailure && cause.reached

export const noAnswerInTime = (deadlineMillis: number, wasSent: boolean): Failure => ({
  error: `No complete answer within ${deadlineMillis / 1000} s`,
  faultOwner: wasSent ? "customer" : "network"
})

export const secretsNotOpened: Failure = { error: "Heddle cannot sign the request", faultOwner: "us" }
