/** A mailer that keeps what it is given and fails as a test tells it, and a way to read what was sent. */
import { Context, Effect, Layer } from "effect"
import type { Mail, MailNotSent, MailRejected } from "../../src/mail/Smtp.ts"
import { sendDueMails } from "../../src/mail/MailTask.ts"
import { Mailer } from "../../src/mail/Mailer.ts"

export class Mailbox extends Context.Service<
  Mailbox,
  {
    readonly mails: Array<Mail>
    /** What each further attempt ends with. */
    fail(error: MailNotSent | MailRejected | undefined): void
  }
>()("@heddle/server/test/support/Mailbox") {
  static readonly layer = Layer.effectContext(
    Effect.sync(() => {
      const mails: Array<Mail> = []
      let failure: MailNotSent | MailRejected | undefined
      return Context.make(Mailbox, Mailbox.of({ mails, fail: (error) => void (failure = error) })).pipe(
        Context.add(
          Mailer,
          Mailer.of({
            send: (mail) =>
              Effect.suspend(() =>
                failure === undefined ? Effect.sync(() => void mails.push(mail)) : Effect.fail(failure)
              )
          })
        )
      )
    })
  )
}

/** Sends everything that is due; the mails since the last call, oldest first. */
export const newMails = Effect.gen(function* () {
  const { mails } = yield* Mailbox
  yield* Effect.repeat(sendDueMails, { until: (sent) => sent === 0 })
  return mails.splice(0)
})
