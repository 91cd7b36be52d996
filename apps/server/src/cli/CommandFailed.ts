/** A command that cannot run as it was typed, in words that say what to do. */
import { Schema } from "effect"

export class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", { detail: Schema.String }) {
  override readonly message = this.detail
}
