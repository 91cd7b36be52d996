/** Failures of attempts in words. */
import { expect, test } from "vitest"
import { sendingError } from "../../src/text/SendingError.ts"

test.each([
  ["TLS failed (CERT_HAS_EXPIRED)", "sending.certificateExpired"],
  ["TLS failed (EPROTO)", "sending.tls"],
  ["Connection refused", "sending.refused"],
  ["No complete answer within 10 s", "sending.tooLate"],
  ["The URL's host name does not resolve to a public address", "sending.unresolved"],
  ["Heddle stopped during this attempt; the endpoint may have received it", "sending.lost"],
  // As the health of an endpoint tells it.
  ["The endpoint answered 503", "sending.statusServer"],
  ["No answer", "sending.noAnswer"]
])("%s is %s", (error, id) => expect(sendingError(error, null).id).toBe(id))

test.each([
  [301, "sending.statusRedirect"],
  [401, "sending.statusForbidden"],
  [404, "sending.statusNotFound"],
  [418, "sending.status"],
  [429, "sending.statusTooMany"],
  [500, "sending.statusServer"]
])("a status of %i is %s", (status, id) => expect(sendingError(null, status)).toEqual({ id, values: { status } }))

test("an error that nobody listed is shown as it is", () =>
  expect(sendingError("Something new", null)).toEqual({ id: "sending.other", values: { error: "Something new" } }))
