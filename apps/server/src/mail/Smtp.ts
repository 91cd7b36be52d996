/**
 * Each mail uses its own SMTP connection. An attempt that times out closes it, so that the mail cannot go out later,
 * during the next attempt.
 */
import { Effect, Redacted, Schema } from "effect"
import addressparser from "nodemailer/lib/addressparser"
import MailComposer from "nodemailer/lib/mail-composer"
import SMTPConnection, { type SMTPConnectionOptions, type SMTPError } from "nodemailer/lib/smtp-connection"
import { isEmailAddress } from "../runtime/EmailAddress.ts"
import type { MailId } from "../runtime/Ids.ts"

/** The mail server permanently rejected the recipient or the content. */
export class MailRejected extends Schema.TaggedError<MailRejected>()("MailRejected", { detail: Schema.String }) {
  override readonly message = this.detail
}

/** The attempt failed; a later one may succeed. */
export class MailNotSent extends Schema.TaggedError<MailNotSent>()("MailNotSent", { detail: Schema.String }) {
  override readonly message = this.detail
}

export class BadMailSettings extends Schema.TaggedError<BadMailSettings>()("BadMailSettings", {
  detail: Schema.String
}) {
  override readonly message = this.detail
}

export interface Mail {
  /** The same for every attempt. Becomes the `Message-ID`, by which mail programs recognise duplicates. */
  readonly id: MailId
  /** One address, without a display name. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly date: Date
}

export const sendDeadlineMillis = 30_000
const connectMillis = 10_000
const idleMillis = 15_000

const defaultPorts = new Map([
  ["smtp:", 587],
  ["smtps:", 465]
])
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/

interface Server {
  readonly options: SMTPConnectionOptions
  readonly login: { readonly user: string; readonly pass: string } | undefined
}

const badUrl = () =>
  new BadMailSettings({
    detail:
      "HEDDLE_SMTP_URL must be smtp://user:password@host:587 or smtps://user:password@host:465; percent-encode special characters such as @ in the password."
  })

/** Parses `HEDDLE_SMTP_URL`. A password requires TLS, except on the loopback interface. */
export const smtpServer = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const parsed = yield* Effect.try({ try: () => new URL(Redacted.value(url)), catch: badUrl })
  const port = defaultPorts.get(parsed.protocol)
  if (port === undefined || parsed.hostname === "") return yield* badUrl()
  const [user, pass] = yield* Effect.try({
    try: () => [decodeURIComponent(parsed.username), decodeURIComponent(parsed.password)] as const,
    catch: badUrl
  })
  const server: Server = {
    login: user === "" ? undefined : { user, pass },
    options: {
      host: parsed.hostname.replace(/^\[(.*)\]$/, "$1"),
      port: parsed.port === "" ? port : Number(parsed.port),
      secure: parsed.protocol === "smtps:",
      requireTLS: parsed.protocol === "smtp:" && user !== "" && !loopback.test(parsed.hostname),
      connectionTimeout: connectMillis,
      greetingTimeout: connectMillis,
      dnsTimeout: connectMillis,
      socketTimeout: idleMillis,
      // Closing a connection destroys it at once.
      socketCloseTimeout: 0
    }
  }
  return server
})

interface Sender {
  readonly name: string
  readonly address: string
}

/** Parses `HEDDLE_MAIL_FROM`: an address, with or without a display name. */
const senderOf = (from: string) => {
  const [parsed, ...more] = addressparser(from, { flatten: true })
  return parsed === undefined || more.length > 0 || !isEmailAddress(parsed.address)
    ? Effect.fail(
        new BadMailSettings({
          detail: "HEDDLE_MAIL_FROM must be one address: noreply@example.com or Heddle <noreply@example.com>."
        })
      )
    : Effect.succeed<Sender>({ name: parsed.name, address: parsed.address })
}

const compose = (mail: Mail, from: Sender) =>
  Effect.promise(() =>
    new MailComposer({
      // Objects, so that a comma in an address does not split it.
      from: { name: from.name, address: from.address },
      to: { name: "", address: mail.to },
      subject: mail.subject,
      text: mail.text,
      date: mail.date,
      messageId: `<${mail.id}@${from.address.slice(from.address.lastIndexOf("@") + 1)}>`,
      headers: { "Auto-Submitted": "auto-generated" }
    })
      .compile()
      .build()
  )

/** Only errors of the mail itself are permanent: the operator can fix a bad login or sender. */
const isPermanent = ({ permanent, command }: SMTPError) =>
  permanent === true && (command === "RCPT TO" || command === "DATA")

const sendError = (error: SMTPError) =>
  isPermanent(error) ? new MailRejected({ detail: error.message }) : new MailNotSent({ detail: error.message })

const exchange = ({ options, login }: Server, from: string, to: string, message: Buffer) =>
  Effect.callback<void, MailRejected | MailNotSent>((resume) => {
    const connection = new SMTPConnection(options)
    const fail = (error: SMTPError) => {
      resume(Effect.fail(sendError(error)))
      connection.close()
    }
    // Never removed: an unhandled "error" event would end the process.
    connection.on("error", fail)
    connection.once("end", () => fail(new Error("The mail server closed the connection.")))
    const send = () =>
      connection.send({ from, to: [to] }, message, (error) => {
        if (error !== null) return fail(error)
        resume(Effect.void)
        return connection.quit()
      })
    connection.connect((error) => {
      if (error !== undefined) return fail(error)
      if (login === undefined) return send()
      return connection.login({ credentials: login }, (loginError) => (loginError === null ? send() : fail(loginError)))
    })
    return Effect.sync(() => connection.close())
  })

/** Returns how to send through this server; fails when the settings are malformed. */
export const makeSmtp = Effect.fnUntraced(function* (url: Redacted.Redacted, mailFrom: string) {
  const server = yield* smtpServer(url)
  const from = yield* senderOf(mailFrom)
  return Effect.fn("Mailer.send")(function* (mail: Mail) {
    const message = yield* compose(mail, from)
    yield* exchange(server, from.address, mail.to, message).pipe(
      Effect.timeoutOrElse({
        duration: sendDeadlineMillis,
        orElse: () =>
          Effect.fail(
            new MailNotSent({ detail: `The mail server did not finish within ${sendDeadlineMillis / 1000} s.` })
          )
      })
    )
  })
})
