/** The room as the server builds it: the queue of mails and the way they are sent. */
import { Layer } from "effect"
import { Mailer } from "./Mailer.ts"
import { MailQueue } from "./MailQueue.ts"

export { mailTask as mailTasks } from "./MailTask.ts"

export const MailLayer = Layer.mergeAll(MailQueue.layer, Mailer.layer)
