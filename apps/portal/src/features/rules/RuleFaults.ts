/** What is wrong with a rule, by field: told here before anything is sent, or by the server. Pure. */
import { PortalProblem } from "@heddle/api/portal"
import type { Failure } from "../../rpc/Failure.ts"
import type { Translate } from "../../text/Text.tsx"
import type { DraftFault } from "./Draft.ts"

export const failureOfFaults = (faults: ReadonlyArray<DraftFault>, t: Translate): Failure => {
  const errors = faults.map(({ path, phrase }) => ({ path, message: t(phrase.id, phrase.values) }))
  return {
    _tag: "Problem",
    problem: new PortalProblem({
      code: "invalid_parameter",
      status: 400,
      detail: errors.map(({ message }) => message).join(" "),
      errors,
      requestId: null,
      retryAfterSeconds: null
    })
  }
}

const prefix = "rule."

/** The server names fields within the payload; the form has the fields of the rule. */
export const atRuleFields = (failure: Failure | undefined): Failure | undefined => {
  if (failure?._tag !== "Problem") return failure
  const { problem } = failure
  const errors = problem.errors.map(({ path, message }) => ({
    path: path.startsWith(prefix) ? path.slice(prefix.length) : path,
    message
  }))
  return { _tag: "Problem", problem: new PortalProblem({ ...problem, errors }) }
}
