/** How sending a mail, or the settings for it, can fail. */
import { Schema } from "effect"

/** The server will never take this mail: its recipient or its content was refused for good. */
export class MailRejected extends Schema.TaggedError<MailRejected>()("MailRejected", { detail: Schema.String }) {
  override readonly message = this.detail
}

/** The mail was not taken this time; a later attempt may do better. */
export class MailNotSent extends Schema.TaggedError<MailNotSent>()("MailNotSent", { detail: Schema.String }) {
  override readonly message = this.detail
}

export class BadMailSettings extends Schema.TaggedError<BadMailSettings>()("BadMailSettings", {
  detail: Schema.String
}) {
  override readonly message = this.detail
}
