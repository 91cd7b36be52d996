/** Mail over a real socket to a mail server that takes it, refuses it, or says nothing. */
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Fiber, Layer, Logger, Redacted, Schedule } from "effect"
import { Mailer } from "../../src/mail/Mailer.ts"
import { smtpServer } from "../../src/mail/Smtp.ts"
import { Settings } from "../../src/runtime/Settings.ts"
import { startMailServer, type TestMailServer } from "../support/TestMailServer.ts"
import { MailId } from "../../src/runtime/Ids.ts"

const mail = {
  id: MailId.make("mail_1"),
  to: "amy@example.com",
  subject: "Heddle: 1,400 credits left — 餘額",
  text: "Line one\n.a line with a dot\n餘額\n",
  date: new Date("2026-11-21T19:00:00Z")
}

const mailer = (settings: Readonly<Record<string, string>>) =>
  Mailer.layer.pipe(
    Layer.provide(Settings.layer),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(settings)))
  )

const settingsFor = (port: number, login = "") => ({
  HEDDLE_SMTP_URL: `smtp://${login}127.0.0.1:${port}`,
  HEDDLE_MAIL_FROM: "Heddle <noreply@heddle.example>"
})

const send = (settings: Readonly<Record<string, string>>, to = mail.to) =>
  Effect.provide(
    Mailer.use((mailer) => mailer.send({ ...mail, to })),
    mailer(settings)
  )

const openConnections = (server: TestMailServer, count: number) =>
  Effect.sync(server.open).pipe(
    Effect.repeat({ until: (open) => open === count, schedule: Schedule.spaced("10 millis") }),
    Effect.timeout("5 seconds")
  )

describe("Mailer", () => {
  it.live("sends over authenticated SMTP, with the same Message-ID for every attempt", () =>
    Effect.gen(function* () {
      const server = yield* startMailServer
      const settings = settingsFor(server.port, "me%40example.com:p%3Ass@")
      yield* send(settings)
      yield* send(settings)
      assert.deepStrictEqual(server.logins, ["me@example.com:p:ss", "me@example.com:p:ss"])
      const [first, second] = server.mails
      assert.deepStrictEqual([first?.from, first?.to], ["noreply@heddle.example", ["amy@example.com"]])
      assert.strictEqual(first?.message, second?.message)
      assert.include(first?.message, "Message-ID: <mail_1@heddle.example>")
      assert.include(first?.message, "From: Heddle <noreply@heddle.example>")
      assert.include(first?.message, "Date: Sat, 21 Nov 2026 19:00:00 +0000")
      assert.include(first?.message, "Auto-Submitted: auto-generated")
      assert.include(first?.message, ".a line with a dot")
    }).pipe(Effect.scoped)
  )

  it.live("an address with a comma is one address", () =>
    Effect.gen(function* () {
      const server = yield* startMailServer
      yield* send(settingsFor(server.port), "someone,victim@example.com")
      assert.deepStrictEqual(
        server.mails.map(({ to }) => to),
        [["someone,victim@example.com"]]
      )
    }).pipe(Effect.scoped)
  )

  it.live("distinguishes a permanent rejection from a failure that can be retried", () =>
    Effect.gen(function* () {
      const cases = [
        ["RCPT TO", "550 no such mailbox", "MailRejected"],
        ["END OF DATA", "554 spam", "MailRejected"],
        ["RCPT TO", "451 later", "MailNotSent"],
        ["END OF DATA", "452 disk full", "MailNotSent"],
        ["AUTH", "535 wrong password", "MailNotSent"],
        ["MAIL FROM", "550 not you", "MailNotSent"],
        ["CONNECT", "554 go away", "MailNotSent"]
      ] as const
      for (const [command, line, tag] of cases) {
        const server = yield* startMailServer
        server.answer(command, line)
        const error = yield* Effect.flip(send(settingsFor(server.port, "me:hunter2@")))
        assert.strictEqual(error._tag, tag, line)
        assert.notInclude(error.message, "hunter2")
        assert.strictEqual(server.mails.length, 0)
      }
    }).pipe(Effect.scoped)
  )

  it.live("an attempt that times out closes its connection", () =>
    Effect.gen(function* () {
      const server = yield* startMailServer
      server.answer("RCPT TO", null)
      const sending = yield* Effect.forkChild(send(settingsFor(server.port)))
      yield* openConnections(server, 1)
      yield* Fiber.interrupt(sending)
      yield* openConnections(server, 0)
      assert.strictEqual(server.mails.length, 0)
    }).pipe(Effect.scoped)
  )

  it.live("an unreachable server is a failure that can be retried", () =>
    Effect.gen(function* () {
      const port = yield* Effect.scoped(Effect.map(startMailServer, (server) => server.port))
      const error = yield* Effect.flip(send(settingsFor(port)))
      assert.strictEqual(error._tag, "MailNotSent")
    })
  )

  it.effect("without settings the mail goes to the log", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const logger = Logger.make(({ message }) => void lines.push(String(message)))
      yield* send({}).pipe(Effect.provide(Logger.layer([logger])))
      assert.deepStrictEqual(lines, [`Mail to ${mail.to}: ${mail.subject}\n\n${mail.text}`])
    })
  )

  it.effect("invalid settings fail the start without revealing the password", () =>
    Effect.gen(function* () {
      const from = { HEDDLE_MAIL_FROM: "noreply@example.com" }
      const url = { HEDDLE_SMTP_URL: "smtp://me:hunter2@mail.example" }
      for (const [settings, words] of [
        [from, "Set both HEDDLE_SMTP_URL and HEDDLE_MAIL_FROM"],
        [url, "Set both HEDDLE_SMTP_URL and HEDDLE_MAIL_FROM"],
        [{ HEDDLE_OPERATOR_MAIL: "nobody" }, "must be an email address"],
        [{ ...from, HEDDLE_SMTP_URL: "mail.example:25" }, "must be smtp://"],
        [{ ...from, HEDDLE_SMTP_URL: "https://me:hunter2@mail.example" }, "must be smtp://"],
        [{ ...from, HEDDLE_SMTP_URL: "smtp://me:hunter2%@mail.example" }, "percent-encode"],
        [{ ...url, HEDDLE_MAIL_FROM: "nobody" }, "HEDDLE_MAIL_FROM must be one address"],
        [{ ...url, HEDDLE_MAIL_FROM: "a@b.example, c@d.example" }, "HEDDLE_MAIL_FROM must be one address"]
      ] as const) {
        const error = yield* Effect.flip(Effect.asVoid(Effect.scoped(Layer.build(mailer(settings)))))
        assert.include(String(error), words)
        assert.notInclude(String(error), "hunter2")
      }
    })
  )

  it.effect("a password leaves this machine only over TLS", () =>
    Effect.gen(function* () {
      const optionsOf = (url: string) => Effect.map(smtpServer(Redacted.make(url)), ({ options }) => options)
      const remote = yield* optionsOf("smtp://me:secret@mail.example")
      assert.deepInclude(remote, { host: "mail.example", port: 587, secure: false, requireTLS: true })
      assert.deepInclude(yield* optionsOf("smtps://me:secret@mail.example"), { port: 465, secure: true })
      assert.deepInclude(yield* optionsOf("smtp://me:secret@[::1]:2525"), {
        host: "::1",
        port: 2525,
        requireTLS: false
      })
      assert.deepInclude(yield* optionsOf("smtp://relay.example:25"), { port: 25, requireTLS: false })
    })
  )
})
