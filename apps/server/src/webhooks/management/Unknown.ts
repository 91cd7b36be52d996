/** The 404 of an endpoint or a rule that the account does not have. */
import { type EndpointId, NotFound, type RuleId } from "@heddle/api"

const unknown = (kind: "endpoint" | "rule", id: string) =>
  new NotFound({ detail: `This account has no ${kind} ${id}; list them with GET /webhook/endpoints.` })

export const unknownEndpoint = (id: EndpointId) => unknown("endpoint", id)
export const unknownRule = (id: RuleId) => unknown("rule", id)
