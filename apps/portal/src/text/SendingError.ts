/**
 * Why an attempt failed, in the reader's language. The server tells it in English; what it tells that is not listed here
 * is shown as it is.
 */
import { type Phrase, phrase } from "./Phrase.tsx"
import type { TextId } from "./TextId.ts"

const known: Readonly<Record<string, TextId>> = {
  "The answer is not HTTP/1.1": "sending.notHttp",
  "The URL's address is not public": "sending.notPublic",
  "The URL's port is not permitted": "sending.portForbidden",
  "The URL's host name does not resolve to a public address": "sending.unresolved",
  "No answer": "sending.noAnswer",
  "Connection refused": "sending.refused",
  "Connection reset": "sending.reset",
  "Host unreachable": "sending.unreachable",
  "Network unreachable": "sending.unreachable",
  "Connection timed out": "sending.connectTimeout",
  "The connection closed without an answer": "sending.closed",
  "The request failed": "sending.failed",
  "Heddle stopped during this attempt": "sending.stopped",
  "Heddle stopped during this attempt; the endpoint may have received it": "sending.lost",
  "Heddle cannot sign the request": "sending.unsigned",
  "Heddle has too many open connections": "sending.overloaded",
  "Heddle is out of memory": "sending.overloaded",
  "Heddle's network is down": "sending.ourNetwork",
  "Heddle's network forbids the connection": "sending.ourNetwork"
}

const certificate: Readonly<Record<string, TextId>> = {
  CERT_HAS_EXPIRED: "sending.certificateExpired",
  CERT_NOT_YET_VALID: "sending.certificateEarly",
  DEPTH_ZERO_SELF_SIGNED_CERT: "sending.certificateSelfSigned",
  SELF_SIGNED_CERT_IN_CHAIN: "sending.certificateSelfSigned",
  ERR_TLS_CERT_ALTNAME_INVALID: "sending.certificateName",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "sending.certificateChain",
  UNABLE_TO_GET_ISSUER_CERT: "sending.certificateChain",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "sending.certificateChain"
}

const statusTexts: ReadonlyArray<readonly [(status: number) => boolean, TextId]> = [
  [(status) => status < 300, "sending.status"],
  [(status) => status < 400, "sending.statusRedirect"],
  [(status) => status === 401 || status === 403, "sending.statusForbidden"],
  [(status) => status === 404 || status === 405 || status === 410, "sending.statusNotFound"],
  [(status) => status === 413, "sending.statusTooLarge"],
  [(status) => status === 429, "sending.statusTooMany"],
  [(status) => status >= 500, "sending.statusServer"]
]

const ofStatus = (status: number): Phrase => {
  const [, id] = statusTexts.find(([applies]) => applies(status)) ?? []
  return phrase(id ?? "sending.status", { status })
}

/** Errors that name a number or a code. */
const answered = /^The endpoint answered (\d{3})$/
const tls = /^TLS failed \((\w+)\)$/
const tooLate = /^No complete answer within (\d+) s$/

const ofError = (error: string): Phrase => {
  const text = known[error]
  if (text !== undefined) return phrase(text)
  const [, status] = answered.exec(error) ?? []
  if (status !== undefined) return ofStatus(Number(status))
  const [, code] = tls.exec(error) ?? []
  if (code !== undefined) return phrase(certificate[code] ?? "sending.tls", { code })
  const [, seconds] = tooLate.exec(error) ?? []
  if (seconds !== undefined) return phrase("sending.tooLate", { seconds: Number(seconds) })
  return phrase("sending.other", { error })
}

export const sendingError = (error: string | null, statusCode: number | null): Phrase => {
  if (statusCode !== null) return ofStatus(statusCode)
  return error === null ? phrase("sending.noAnswer") : ofError(error)
}
