/** Whose fault each failure is: the whole table. */
import { assert, describe, it } from "@effect/vitest"
import { ConnectFailure, ForbiddenAddress } from "../../../src/runtime/outbound/Connector.ts"
import { failureOf, hasReached, noAnswerInTime } from "../../../src/webhooks/delivery/Failures.ts"
import { UnresolvedName } from "../../../src/runtime/outbound/Resolver.ts"

const withCode = (code: string) => Object.assign(new Error(`connect ${code} 10.0.0.1:443`), { code })

const table: ReadonlyArray<readonly [faultOwner: string, codes: ReadonlyArray<string>]> = [
  [
    "customer",
    [
      "CERT_HAS_EXPIRED",
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "SELF_SIGNED_CERT_IN_CHAIN",
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
      "ERR_TLS_CERT_ALTNAME_INVALID",
      "ERR_SSL_WRONG_VERSION_NUMBER",
      "EPROTO",
      "NOT_HTTP"
    ]
  ],
  [
    "network",
    ["ECONNREFUSED", "ECONNRESET", "EPIPE", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT", "NO_ANSWER", "SOMETHING_NEW"]
  ],
  ["us", ["EMFILE", "ENFILE", "ENOBUFS", "ENOMEM", "EADDRNOTAVAIL", "ENETDOWN", "EPERM", "STOPPED"]]
]

describe("whose fault a failure is", () => {
  it.each(table.flatMap(([faultOwner, codes]) => codes.map((code) => [code, faultOwner] as const)))(
    "%s: %s",
    (code, faultOwner) => {
      for (const cause of [
        withCode(code),
        new ConnectFailure(withCode(code), true),
        new Error("", { cause: withCode(code) })
      ]) {
        const failure = failureOf(cause)
        assert.strictEqual(failure.faultOwner, faultOwner)
        assert.notMatch(failure.error, /\d+\.\d+\.\d+/)
      }
    }
  )

  it("a forbidden or unknown destination is the customer's, unless our name servers are out of order", () => {
    assert.strictEqual(failureOf(new ForbiddenAddress("no")).faultOwner, "customer")
    assert.strictEqual(failureOf(new UnresolvedName(false)).faultOwner, "customer")
    assert.strictEqual(failureOf(new UnresolvedName(true)).faultOwner, "us")
    assert.strictEqual(failureOf(new UnresolvedName(true)).error, failureOf(new UnresolvedName(false)).error)
  })

  it("silence is the customer's once the request was sent, and the network's before", () => {
    assert.strictEqual(noAnswerInTime(10_000, true).faultOwner, "customer")
    assert.strictEqual(noAnswerInTime(10_000, false).faultOwner, "network")
  })

  it("anything else that is thrown is no fault of ours", () => {
    assert.strictEqual(failureOf("text").faultOwner, "network")
  })

  it("a connection on which TLS failed was one", () => {
    assert.isTrue(hasReached(new ConnectFailure(withCode("EPROTO"), true)))
    assert.isFalse(hasReached(new ConnectFailure(withCode("ECONNREFUSED"), false)))
    assert.isFalse(hasReached(withCode("ECONNRESET")))
  })
})
