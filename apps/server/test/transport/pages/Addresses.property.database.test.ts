/** One rule for addresses: whatever a form, the portal or the operator takes, all of them take; the rest is a clear 400. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { isEmailAddress } from "../../../src/runtime/EmailAddress.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import { browser, formFrom } from "../../support/PageVisits.ts"
import { portalUser } from "../../support/PortalVisits.ts"
import { forEvery } from "../../support/Property.ts"
import { operate, ServedApi } from "../../support/ServedApi.ts"
import { mailsTo, password } from "../../support/SignIn.ts"

const long = (length: number) => "a".repeat(length)

const examples: ReadonlyArray<string> = [
  "plain@example.com",
  "  spaces@example.com\t",
  "Upper.Case+tag@Sub.Example.COM",
  "o'neil@example.com",
  `${long(64)}@example.com`,
  `${long(65)}@example.com`,
  `a@${long(63)}.example`,
  `a@${long(64)}.example`,
  `a@${`${long(60)}.`.repeat(4)}com`,
  "a@xn--exmple-cua.com",
  "a@example.xn--p1ai",
  "é@example.com",
  "a@exämple.com",
  "ａ@example.com",
  "a@ｅxample.com",
  "a@例え.jp",
  "😀@example.com",
  "a\u0000@example.com",
  "a@example.com\u0000",
  "a\r\nbcc: b@example.com",
  '"a b"@example.com',
  "a(comment)@example.com",
  "Ann <a@example.com>",
  "a@example.com, b@example.com",
  "a@example.com.",
  "a@.example.com",
  "a@example..com",
  "a.@example.com",
  ".a@example.com",
  "a..b@example.com",
  "a'@example.com",
  "a@-example.com",
  "a@example-.com",
  "a@[127.0.0.1]",
  "a@127.0.0.1",
  "a@localhost",
  "a@@example.com",
  "a\u202e@example.com",
  "\ud800@example.com",
  "İ@example.com",
  "@example.com",
  "a@",
  ""
]

const letter = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(..."aZ0.-_+'@") },
  { weight: 1, arbitrary: fc.constantFrom(...'éＡ例 \t\u0000"(),:;<>[]\\/%\u200b\u00ad😀') },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 1 }) }
)
const part = (maxLength: number) => fc.array(letter, { maxLength }).map((letters) => letters.join(""))
const address = fc.oneof(
  fc.emailAddress(),
  fc.tuple(part(70), part(70)).map(([local, domain]) => `${local}@${domain}.com`),
  part(20)
)

/** Which parts of the server take this address. */
const takenBy = Effect.fnUntraced(function* (given: string) {
  // So that no limit is met.
  yield* TestClock.adjust("1 hour")
  // A client and a name of their own for each, so that none meets a limit or the address of another.
  const digits = (yield* newId("req"))
    .slice(-8)
    .split("")
    .map((letter) => letter.charCodeAt(0))
  const headers = yield* formFrom(`2001:db8:${digits.slice(0, 2).join("")}:${digits.slice(2, 4).join("")}::1`)
  const { post } = yield* browser
  const { portal } = yield* portalUser()
  const forms = {
    signUp: yield* post("/sign-up", { email: given, password }, headers),
    again: yield* post("/verify-email", { send: "again", email: given }, headers),
    forgot: yield* post("/forgot-password", { email: given }, headers)
  }
  for (const [name, { status, text }] of Object.entries(forms)) {
    assert.oneOf(status, [200, 400], `${name} ${JSON.stringify(given)}`)
    if (status === 400) assert.include(text, "Enter an email address", name)
  }
  const signIn = yield* post("/sign-in", { email: given, password: "a wrong password" }, headers)
  assert.strictEqual(signIn.status, 400, `sign-in ${JSON.stringify(given)}`)
  const operator = yield* operate("/accounts", { method: "POST", json: { email: given } })
  assert.oneOf(operator.status, [200, 201, 400, 409], `operator ${JSON.stringify(given)}`)
  const changed = yield* Effect.exit(portal["account.ChangeEmail"]({ email: given }))
  return [
    ...Object.values(forms).map(({ status }) => status === 200),
    operator.status !== 400,
    changed._tag === "Success"
  ]
})

const agrees = Effect.fnUntraced(function* (given: string) {
  const taken = yield* takenBy(given)
  const expected = isEmailAddress(given)
  assert.deepStrictEqual(
    taken,
    taken.map(() => expected),
    JSON.stringify(given)
  )
})

onAnyDatabaseWith("Addresses", { services: ServedApi.layer }, (it) => {
  it.effect("are taken by all parts or by none, whatever they contain", () =>
    // One at a time: each moves the clock by more than another would wait for a password.
    Effect.forEach(examples, agrees, { discard: true })
  )

  it.effect("are taken by all parts or by none", () => forEvery(address, 200, agrees))

  it.effect("are stored as one, however they are written", () =>
    Effect.gen(function* () {
      const { post } = yield* browser
      const name = (yield* newId("user")).toLowerCase()
      yield* post("/sign-up", { email: `  ${name.toUpperCase()}@Example.COM `, password })
      assert.lengthOf(yield* mailsTo(`${name}@example.com`), 1)
    })
  )
})
