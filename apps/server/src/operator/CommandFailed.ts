/** A command that could not be carried out, in words that say what to do. */
import { Schema } from "effect"

export class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", { detail: Schema.String }) {
  override readonly message = this.detail
}
