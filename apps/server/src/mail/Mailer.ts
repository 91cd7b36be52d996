/**
 * Sends one plain-text mail: over SMTP when `HEDDLE_SMTP_URL` and `HEDDLE_MAIL_FROM` are set, else to the log. Other modules
 * use `MailQueue`, whose mails survive the process.
 */
import { Context, Effect, Layer, Option } from "effect"
import { Settings } from "../runtime/Settings.ts"
import { BadMailSettings, type Mail, type MailNotSent, type MailRejected, makeSmtp } from "./Smtp.ts"

export class Mailer extends Context.Service<
  Mailer,
  {
    /** Ends within 30 seconds. Interruption closes the connection. */
    send(mail: Mail): Effect.Effect<void, MailRejected | MailNotSent>
  }
>()("@heddle/server/mail/Mailer") {
  static readonly layerLog = Layer.succeed(
    Mailer,
    Mailer.of({
      send: ({ id, to, subject, text }) =>
        Effect.logInfo(`Mail to ${to}: ${subject}\n\n${text}`).pipe(Effect.annotateLogs({ mail: id }))
    })
  )

  static readonly layer = Layer.unwrap(
    Effect.gen(function* () {
      const { smtpUrl, mailFrom } = yield* Settings
      if (Option.isNone(smtpUrl) && Option.isNone(mailFrom)) return Mailer.layerLog
      if (Option.isNone(smtpUrl) || Option.isNone(mailFrom)) {
        return yield* new BadMailSettings({
          detail: "Set both HEDDLE_SMTP_URL and HEDDLE_MAIL_FROM to send mail, or neither to write it to the log."
        })
      }
      const send = yield* makeSmtp(smtpUrl.value, mailFrom.value)
      return Layer.succeed(Mailer, Mailer.of({ send }))
    })
  )
}
