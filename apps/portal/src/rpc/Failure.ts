/** Whatever a call can fail with, as the screens show it. */
import { PortalProblem, SessionEnded, SignInAgain } from "@heddle/api/portal/PortalSession"
import { SchemaIssue } from "effect"

export type Failure =
  | { readonly _tag: "Problem"; readonly problem: PortalProblem }
  /** Nobody is signed in any more. */
  | { readonly _tag: "SessionEnded" }
  /** The change needs a recent sign-in. */
  | { readonly _tag: "SignInAgain" }
  /** The server did not answer, or not as expected. It may have done what was asked. */
  | { readonly _tag: "Unreachable" }

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** What the client refuses to send, as the server would answer it. */
const refused = (issue: SchemaIssue.Issue): PortalProblem => {
  const errors = issuesOf(issue).issues.map(({ path = [], message }) => ({ path: path.map(String).join("."), message }))
  return new PortalProblem({
    code: "invalid_parameter",
    status: 400,
    detail: errors.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)).join("; "),
    errors,
    requestId: null,
    retryAfterSeconds: null
  })
}

const isFailure = (error: unknown): error is Failure =>
  typeof error === "object" &&
  error !== null &&
  "_tag" in error &&
  (error._tag === "SessionEnded" ||
    error._tag === "SignInAgain" ||
    error._tag === "Unreachable" ||
    (error._tag === "Problem" && "problem" in error))

/** Of whatever a call rejected with; a failure stays as it is. */
export const failureOf = (error: unknown): Failure => {
  if (isFailure(error)) return error
  if (error instanceof PortalProblem) return { _tag: "Problem", problem: error }
  if (error instanceof Error && SchemaIssue.isIssue(error.cause))
    return { _tag: "Problem", problem: refused(error.cause) }
  if (error instanceof SessionEnded) return { _tag: "SessionEnded" }
  if (error instanceof SignInAgain) return { _tag: "SignInAgain" }
  return { _tag: "Unreachable" }
}

/** The failure of a call, if it has failed. */
export const failureIn = (error: unknown): Failure | undefined =>
  error === null || error === undefined ? undefined : failureOf(error)
