import { Schema } from "effect"

/** A field that caused a 400. */
export const FieldError = Schema.Struct({
  path: Schema.String.annotate({ description: "The parameter or body field, such as `likeCount`." }),
  message: Schema.String.annotate({ description: "What is wrong with it." })
})
export type FieldError = typeof FieldError.Type
