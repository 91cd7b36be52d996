/**
 * What a source tells: an author, a post (its first sight or new counts) or a deletion. The encoded form is the ingest
 * format, one JSON object a line (docs/operations.md, "Ingest").
 */
import { Schema } from "effect"
import { AuthorChange } from "../../store/authors/AuthorChange.ts"
import { DeleteChange, PostChange } from "../../store/posts/PostChange.ts"

export const Change = Schema.Union([AuthorChange, PostChange, DeleteChange])
export type Change = typeof Change.Type
