/** The layer and background tasks of this folder. */
import { Layer } from "effect"
import { Mailer } from "./Mailer.ts"
import { MailQueue } from "./MailQueue.ts"

export { mailTasks } from "./MailTask.ts"

export const MailLayer = Layer.mergeAll(MailQueue.layer, Mailer.layer)
