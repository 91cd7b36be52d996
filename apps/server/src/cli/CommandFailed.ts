/** A command that cannot run as typed; `detail` says what to do instead. */
import { Schema } from "effect"

export class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", { detail: Schema.String }) {
  override readonly message = this.detail
}
