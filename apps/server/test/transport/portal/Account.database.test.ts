/** The account's screens: how the person signs in, their sessions, notices and the audit log. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { ApiKeys } from "../../../src/accounts/keys/ApiKeys.ts"
import { codeOf } from "../../support/Authenticator.ts"
import { browser, formFrom, type Visited } from "../../support/PageVisits.ts"
import { portalOf, portalUser } from "../../support/PortalVisits.ts"
import { call, ServedApi } from "../../support/ServedApi.ts"
import { freshEmail, linkIn, mailsTo, password, tokenIn } from "../../support/SignIn.ts"

const other = "another horse battery"

const signedInAgain = Effect.fnUntraced(function* (email: string, secret = password) {
  const visitor = yield* browser
  const answer = yield* visitor.post("/sign-in", { email, password: secret })
  return { visitor, answer, portal: yield* portalOf(visitor) }
})

/** The codes and fields of a refusal. */
const problemIn = <A, E>(effect: Effect.Effect<A, E>) => Effect.flip(effect)

/** As if the session had begun an hour ago. */
const age = Effect.fnUntraced(function* (userId: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE user_sessions SET created_at = created_at - interval '1 hour' WHERE user_id = ${userId}`
})

onAnyDatabaseWith("The account in the portal", { services: ServedApi.layer }, (it) => {
  it.effect("changes the password, which ends the other sessions", () =>
    Effect.gen(function* () {
      const { portal, email } = yield* portalUser()
      const second = yield* signedInAgain(email)
      const wrong = yield* problemIn(portal["account.ChangePassword"]({ current: "not this one", next: other }))
      assert(wrong._tag === "PortalProblem")
      assert.deepStrictEqual(wrong.errors, [{ path: "current", message: "This is not your current password." }])
      const [name = ""] = email.split("@")
      for (const [next, fault] of [
        ["short", "at least 10 characters"],
        ["PassWord1234", "one of the most common passwords"],
        [`${name.toUpperCase()}-2026`, "your email address or its name"]
      ] as const) {
        const refused = yield* problemIn(portal["account.ChangePassword"]({ current: password, next }))
        assert(refused._tag === "PortalProblem")
        assert.strictEqual(refused.errors[0]?.path, "next")
        assert.include(refused.errors[0]?.message, fault)
      }
      yield* portal["account.ChangePassword"]({ current: password, next: other })
      assert.strictEqual((yield* portal["account.Me"]()).email, email)
      assert.strictEqual((yield* problemIn(second.portal["account.Me"]()))._tag, "SessionEnded")
      assert.strictEqual((yield* signedInAgain(email)).answer.status, 400)
      assert.strictEqual((yield* signedInAgain(email, other)).answer.location, "/portal")
      assert.include((yield* mailsTo(email)).at(-1)?.subject, "password was changed")
    })
  )

  it.effect("lets nobody guess the password of a session left open", () =>
    Effect.gen(function* () {
      const { portal } = yield* portalUser()
      for (let tries = 0; tries < 10; tries += 1) {
        yield* problemIn(portal["account.ChangePassword"]({ current: `guess number ${tries}`, next: other }))
      }
      const limited = yield* problemIn(portal["account.ChangePassword"]({ current: password, next: other }))
      assert(limited._tag === "PortalProblem")
      assert.strictEqual(limited.status, 429)
      assert.isAbove(limited.retryAfterSeconds ?? 0, 0)
    })
  )

  it.effect("changes the address once the link in the mail is opened", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.now())
      const { portal, email, accountId, userId } = yield* portalUser()
      const next = yield* freshEmail
      const malformed = yield* problemIn(portal["account.ChangeEmail"]({ email: "nobody" }))
      assert.strictEqual(malformed._tag, "PortalProblem")
      yield* portal["account.ChangeEmail"]({ email: next.toUpperCase() })
      assert.strictEqual((yield* portal["account.Me"]()).pendingEmail, next)
      assert.include((yield* mailsTo(email)).at(-1)?.body, next)
      const mail = (yield* mailsTo(next)).at(-1)
      assert.isDefined(mail)
      const link = mail === undefined ? new URL("http://none") : linkIn(mail)
      const anybody = yield* browser
      assert.include((yield* anybody.get(`${link.pathname}${link.search}`)).text, "Confirm your new address")
      assert.strictEqual((yield* portal["account.Me"]()).email, email)
      const token = link.searchParams.get("token") ?? ""
      assert.include((yield* anybody.post("/change-email", { token })).text, next)
      assert.strictEqual((yield* anybody.post("/change-email", { token })).status, 400)
      const me = yield* portal["account.Me"]()
      assert.deepStrictEqual([me.email, me.pendingEmail, me.accountId], [next, null, accountId])
      assert.strictEqual((yield* signedInAgain(email)).answer.status, 400)
      assert.strictEqual((yield* signedInAgain(next)).answer.location, "/portal")
      assert.include((yield* mailsTo(email)).at(-1)?.subject, "address was changed")
      yield* age(userId)
      assert.strictEqual((yield* problemIn(portal["account.ChangeEmail"]({ email })))._tag, "SignInAgain")
    })
  )

  it.effect("tells nobody that an address is somebody else's", () =>
    Effect.gen(function* () {
      const stranger = yield* portalUser()
      const { portal } = yield* portalUser()
      yield* portal["account.ChangeEmail"]({ email: stranger.email })
      assert.strictEqual((yield* portal["account.Me"]()).pendingEmail, stranger.email)
      assert.include((yield* mailsTo(stranger.email)).at(-1)?.subject, "already have an account")
    })
  )

  it.effect("lists the sessions of this person, and ends them", () =>
    Effect.gen(function* () {
      const { portal, email } = yield* portalUser()
      const second = yield* signedInAgain(email)
      const third = yield* signedInAgain(email)
      const stranger = yield* portalUser()
      const all = yield* portal["account.ListSessions"]()
      assert.deepStrictEqual(all.map(({ current }) => current).toSorted(), [false, false, true])
      const [theirs] = yield* second.portal["account.ListSessions"]().pipe(
        Effect.map((some) => some.filter((one) => one.current))
      )
      yield* portal["account.EndSession"]({ sessionId: theirs?.id ?? "" })
      assert.strictEqual((yield* problemIn(second.portal["account.Me"]()))._tag, "SessionEnded")
      yield* portal["account.EndOtherSessions"]()
      assert.strictEqual((yield* problemIn(third.portal["account.Me"]()))._tag, "SessionEnded")
      assert.strictEqual((yield* portal["account.ListSessions"]()).length, 1)
      assert.strictEqual((yield* stranger.portal["account.Me"]()).email, stranger.email)
    })
  )

  it.effect("asks for one-time codes after the password, and takes none twice", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.now())
      const { portal, email } = yield* portalUser()
      const { uri, backupCodes } = yield* portal["account.StartOneTimeCodes"]({ password })
      assert.strictEqual(backupCodes.length, 10)
      // Not asked for yet.
      assert.strictEqual((yield* signedInAgain(email)).answer.location, "/portal")
      assert.strictEqual(
        (yield* problemIn(portal["account.ConfirmOneTimeCodes"]({ code: "000000" })))._tag,
        "PortalProblem"
      )
      const confirmed = yield* codeOf(uri)
      yield* portal["account.ConfirmOneTimeCodes"]({ code: confirmed })
      assert.isTrue((yield* portal["account.Me"]()).oneTimeCodes)
      const again = yield* problemIn(portal["account.StartOneTimeCodes"]({ password }))
      assert(again._tag === "PortalProblem")
      assert.strictEqual(again.status, 409)

      const { visitor, answer } = yield* signedInAgain(email)
      assert.strictEqual(answer.status, 200)
      assert.isFalse(visitor.cookies.has("heddle.session_token"))
      const ticket = /name="ticket" value="([^"]+)"/.exec(answer.text)?.[1] ?? ""
      const step = (code: string) => visitor.post("/sign-in", { with: "code", ticket, code, return_to: "/portal/keys" })
      assert.strictEqual((yield* step(confirmed)).status, 400)
      const next = yield* codeOf(uri, 1)
      const signedIn = yield* step(next)
      assert.deepStrictEqual([signedIn.status, signedIn.location], [303, "/portal/keys"])
      assert.strictEqual((yield* (yield* portalOf(visitor))["account.Me"]()).email, email)
      // The ticket, the code and a backup code count once.
      assert.include((yield* step(yield* codeOf(uri, 1))).text, "This took too long")
      const secondTime = yield* signedInAgain(email)
      const secondTicket = /name="ticket" value="([^"]+)"/.exec(secondTime.answer.text)?.[1] ?? ""
      const with2 = (code: string) => secondTime.visitor.post("/sign-in", { with: "code", ticket: secondTicket, code })
      assert.strictEqual((yield* with2(next)).status, 400)
      assert.strictEqual((yield* with2((backupCodes[0] ?? "").toUpperCase())).status, 303)
      const thirdTime = yield* signedInAgain(email)
      const thirdTicket = /name="ticket" value="([^"]+)"/.exec(thirdTime.answer.text)?.[1] ?? ""
      const with3 = (code = "") => thirdTime.visitor.post("/sign-in", { with: "code", ticket: thirdTicket, code })
      assert.strictEqual((yield* with3(backupCodes[0])).status, 400)
      yield* TestClock.adjust("10 minutes")
      assert.include((yield* with3(backupCodes[1])).text, "This took too long")

      const sql = yield* SqlClient.SqlClient
      const stored = JSON.stringify(yield* sql`SELECT * FROM user_backup_codes`)
      for (const code of backupCodes) assert.notInclude(stored, code)
      yield* portal["account.StopOneTimeCodes"]({ password })
      assert.strictEqual((yield* signedInAgain(email)).answer.location, "/portal")
    })
  )

  it.effect("limits guesses of codes, whatever their form", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.now())
      const { portal, email } = yield* portalUser()
      const { uri } = yield* portal["account.StartOneTimeCodes"]({ password })
      yield* portal["account.ConfirmOneTimeCodes"]({ code: yield* codeOf(uri) })
      const { visitor, answer } = yield* signedInAgain(email)
      const ticket = /name="ticket" value="([^"]+)"/.exec(answer.text)?.[1] ?? ""
      const guess = (code: string) => visitor.post("/sign-in", { with: "code", ticket, code })
      for (let tries = 0; tries < 10; tries += 1) {
        assert.strictEqual((yield* guess(tries % 2 === 0 ? "aaaaa-aaaaa" : "000000")).status, 400)
      }
      assert.strictEqual((yield* guess(yield* codeOf(uri, 1))).status, 429)
      assert.isFalse(visitor.cookies.has("heddle.session_token"))
    })
  )

  it.effect("keeps nobody with a known browser from the second step, and tells the owner of wrong codes", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.now())
      const { portal, email, visitor: known } = yield* portalUser()
      const { uri } = yield* portal["account.StartOneTimeCodes"]({ password })
      yield* portal["account.ConfirmOneTimeCodes"]({ code: yield* codeOf(uri) })
      const ticketOf = ({ text }: Visited) => /name="ticket" value="([^"]+)"/.exec(text)?.[1] ?? ""
      // Somebody who has stolen the password, from many networks.
      const warnings = Effect.map(mailsTo(email), (mails) =>
        mails.filter(({ subject }) => subject.includes("wrong codes"))
      )
      const thief = yield* browser
      for (let tries = 0; tries < 30; tries += 1) {
        const headers = yield* formFrom(`2001:db8:${tries}::1`)
        const ticket = ticketOf(yield* thief.post("/sign-in", { email, password }, headers))
        const { status } = yield* thief.post("/sign-in", { with: "code", ticket, code: "000000" }, headers)
        assert.strictEqual(status, tries < 10 ? 400 : 429)
        if (tries === 3) assert.lengthOf(yield* warnings, 0)
      }
      const [warning, ...more] = yield* warnings
      assert.lengthOf(more, 0)
      assert.include(warning?.body, "/forgot-password")
      const elsewhere = yield* browser
      const code = yield* codeOf(uri, 1)
      const here = { with: "code", code, ticket: ticketOf(yield* elsewhere.post("/sign-in", { email, password })) }
      assert.strictEqual((yield* elsewhere.post("/sign-in", here)).status, 429)
      const own = { with: "code", code, ticket: ticketOf(yield* known.post("/sign-in", { email, password })) }
      assert.strictEqual((yield* known.post("/sign-in", own)).status, 303)
      // A new password makes the browser known in which the link was opened.
      yield* elsewhere.post("/forgot-password", { email })
      const token = (yield* mailsTo(email)).map(tokenIn).findLast((found) => found !== "") ?? ""
      yield* elsewhere.post("/reset-password", { token, password: other })
      const after = ticketOf(yield* elsewhere.post("/sign-in", { email, password: other }))
      yield* TestClock.adjust("30 seconds")
      const unused = { with: "code", code: yield* codeOf(uri, 1), ticket: after }
      assert.strictEqual((yield* elsewhere.post("/sign-in", unused)).status, 303)
    })
  )

  it.effect("sends few mails to an address that many people want to change to, and says the same to all of them", () =>
    Effect.gen(function* () {
      const victim = yield* freshEmail
      const people = yield* Effect.replicateEffect(portalUser(), 4)
      for (const { portal, email } of people) {
        for (let tries = 0; tries < 5; tries += 1) {
          yield* portal["account.ChangeEmail"]({ email: victim })
          assert.strictEqual((yield* portal["account.Me"]()).pendingEmail, victim)
        }
        const problem = yield* problemIn(portal["account.ChangeEmail"]({ email: victim }))
        assert(problem._tag === "PortalProblem")
        assert.strictEqual(problem.status, 429)
        assert.lengthOf(yield* mailsTo(email), 5)
      }
      const { post } = yield* browser
      for (let tries = 0; tries < 40; tries += 1) {
        const headers = yield* formFrom(`2001:db8:${tries}::1`)
        const [path, fields] =
          tries % 2 === 0 ? ["/sign-up", { email: victim, password }] : ["/forgot-password", { email: victim }]
        yield* post(path, fields, headers)
      }
      assert.isAtMost((yield* mailsTo(victim)).length, 10)
    })
  )

  it.effect("keeps notices as they are set", () =>
    Effect.gen(function* () {
      const { portal } = yield* portalUser()
      assert.deepStrictEqual(yield* portal["account.ShowNotices"](), { enabled: true, below: { percent: 10 } })
      const changed = { enabled: true, below: { credits: 500 } }
      assert.deepStrictEqual(yield* portal["account.ChangeNotices"](changed), changed)
      assert.deepStrictEqual(yield* portal["account.ShowNotices"](), changed)
      const wrong = yield* problemIn(portal["account.ChangeNotices"]({ enabled: true, below: { percent: 101 } }))
      assert.strictEqual(wrong._tag, "PortalProblem")
    })
  )

  it.effect("writes down who changed what, without secrets, and pages it", () =>
    Effect.gen(function* () {
      const { portal, email, accountId } = yield* portalUser({ plan: "standard" })
      const created = yield* portal["keys.CreateKey"]({ name: "laptop" })
      const operated = yield* (yield* ApiKeys).create(accountId, { name: "operated" })
      const posted = yield* call("/webhook/endpoints", {
        method: "POST",
        key: created.key,
        json: { url: "https://example.com/hooks" }
      })
      assert.isBelow(posted.status, 300)
      yield* portal["keys.RotateKey"]({ keyId: created.id })
      yield* portal["account.ChangePassword"]({ current: password, next: other })
      const { entries, nextCursor } = yield* portal["account.ListAudit"]({})
      assert.isNull(nextCursor)
      assert.deepStrictEqual(
        entries.map(({ action, actorKind, actor }) => [action, actorKind, actor]),
        [
          ["password.changed", "person", email],
          ["key.rotated", "person", email],
          ["endpoint.created", "key", "laptop"],
          ["key.created", "service", "service"],
          ["key.created", "person", email],
          ["credits.granted", "service", "service"]
        ]
      )
      const text = JSON.stringify(entries)
      for (const secret of [created.key, operated.key, "whsec_", password, other]) assert.notInclude(text, secret)
      for (let number = 0; number < 60; number += 1)
        yield* portal["keys.ChangeKey"]({ keyId: operated.id, name: `name ${number}` })
      const first = yield* portal["account.ListAudit"]({})
      assert.strictEqual(first.entries.length, 50)
      const rest = yield* portal["account.ListAudit"]({ cursor: first.nextCursor ?? "" })
      assert.strictEqual(rest.entries.length, 16)
      assert.isNull(rest.nextCursor)
      const stranger = yield* portalUser()
      assert.deepStrictEqual(
        (yield* stranger.portal["account.ListAudit"]({ cursor: first.nextCursor ?? "" })).entries,
        []
      )
    })
  )
})
