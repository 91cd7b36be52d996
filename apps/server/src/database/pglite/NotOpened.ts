import { Schema } from "effect"

/** PGlite could not open or create its storage. */
export class NotOpened extends Schema.TaggedError<NotOpened>()("NotOpened", { reason: Schema.String }) {}
