/** Whatever a call can fail with, as the screens show it. */
import { PortalProblem, SessionEnded, SignInAgain } from "@heddle/api/portal"

export type Failure =
  | { readonly _tag: "Problem"; readonly problem: PortalProblem }
  /** Nobody is signed in any more. */
  | { readonly _tag: "SessionEnded" }
  /** The change needs a recent sign-in. */
  | { readonly _tag: "SignInAgain" }
  /** The server did not answer, or not as expected. It may have done what was asked. */
  | { readonly _tag: "Unreachable" }

export const failureOf = (error: unknown): Failure => {
  if (error instanceof PortalProblem) return { _tag: "Problem", problem: error }
  if (error instanceof SessionEnded) return { _tag: "SessionEnded" }
  if (error instanceof SignInAgain) return { _tag: "SignInAgain" }
  return { _tag: "Unreachable" }
}
