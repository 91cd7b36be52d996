/** The layer and the background tasks of this room. */
import { Layer } from "effect"
import { Mailer } from "./Mailer.ts"
import { MailQueue } from "./MailQueue.ts"

export { mailTasks } from "./MailTask.ts"

export const MailLayer = Layer.mergeAll(MailQueue.layer, Mailer.layer)
