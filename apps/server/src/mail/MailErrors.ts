/** Errors of sending mail and of its settings. */
import { Schema } from "effect"

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
