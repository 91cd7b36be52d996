import { Schema } from "effect"

/** The database cannot be used. `message` is shown to the operator without a stack. */
export class DatabaseUnavailable extends Schema.TaggedError<DatabaseUnavailable>()("DatabaseUnavailable", {
  what: Schema.String,
  details: Schema.String,
  solution: Schema.String
}) {
  override get message(): string {
    return `${this.what}\n  Details: ${this.details}\n  To fix this: ${this.solution}`
  }
}
