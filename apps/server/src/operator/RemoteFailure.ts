/** Failures of a call to a running server's operator port. */
import { Conflict, InvalidParameter, NotFound } from "@heddle/api"
import { CommandFailed } from "./CommandFailed.ts"

/** What the server refused is told as it said it; whatever else went wrong is told as a failure of the way there. */
export const refuse = <E extends { readonly message: string }>(error: E) =>
  error instanceof NotFound || error instanceof Conflict ? error : unreachable(error)

export const unreachable = (error: { readonly message: string }) =>
  new CommandFailed({
    detail: error instanceof InvalidParameter ? error.detail : `The running server did not answer: ${error.message}`
  })
