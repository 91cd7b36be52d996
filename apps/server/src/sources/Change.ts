/**
 * What a source tells: an author, a post (its first sight or new counts) or a deletion. The encoded form is the ingest
 * format, one JSON object a line (docs/operations.md, "Ingest").
 */
import { Schema } from "effect"
import { UserChange } from "../people/UserChange.ts"
import { DeleteChange, PostChange } from "../posts/PostChange.ts"

export const Change = Schema.Union([UserChange, PostChange, DeleteChange])
export type Change = typeof Change.Type
