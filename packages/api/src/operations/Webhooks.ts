/** Webhook management (service.md, "Webhook management"): all free, all need API Standard or higher. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { type Body, documented, Envelope, free, type ReadOperation, type WriteOperation } from "../Operation.ts"
import { NotFound } from "../Problems.ts"
import { Count, NonEmptyText } from "../Parameters.ts"
import { writingEndpoint } from "../EndpointParts.ts"
import { Rule, RuleInput } from "../Rules.ts"

export const Endpoint = Schema.Struct({
  id: Schema.String,
  url: Schema.String,
  secret: Schema.String.annotate({ description: "Signing secret; the HMAC key is this whole string as UTF-8 bytes." }),
  createdAt: Schema.String.annotate({ description: "RFC 3339." }),
  rules: Schema.Array(Rule)
})
export type Endpoint = typeof Endpoint.Type

export const EndpointInput = Schema.Struct({
  url: NonEmptyText.annotate({ description: "Public HTTPS address that receives events by POST." })
})

const Deleted = Envelope({ data: Schema.Struct({ id: Schema.String, deleted: Schema.Literal(true) }) })

const TestResult = Schema.Struct({
  delivered: Schema.Boolean,
  statusCode: Schema.NullOr(Count),
  durationMs: Count,
  error: Schema.NullOr(Schema.String)
})

const described = <Request>(
  summary: string,
  description: string,
  parameters: (request: Request) => Readonly<Record<string, unknown>>
) => ({
  summary,
  description,
  apiType: "webhook_management",
  tool: null,
  requires: "webhooks" as const,
  price: free,
  parameters
})

type EndpointRequest = { readonly params: { readonly endpoint_id: string } }
type RuleRequest = { readonly params: { readonly rule_id: string } }
type CreateEndpointRequest = { readonly payload: typeof EndpointInput.Type }
type CreateRuleRequest = EndpointRequest & { readonly payload: RuleInput }

const endpointParams = { endpoint_id: NonEmptyText }
const created = HttpApiSchema.status(201)

const ListResult = Envelope({ data: Schema.Array(Endpoint) })
const EndpointResult = Envelope({ data: Endpoint })
const RuleResult = Envelope({ data: Rule })
const TestAnswer = Envelope({ data: TestResult })

const listEndpoints: ReadOperation<object, Body<typeof ListResult>> = {
  kind: "read",
  result: ListResult,
  ...described("List endpoints", "All endpoints with their secret and rules.", () => ({ call: "list_endpoints" }))
}

const createEndpoint: WriteOperation<CreateEndpointRequest, Body<typeof EndpointResult>> = {
  kind: "write",
  changes: "rows",
  result: EndpointResult,
  ...described(
    "Create an endpoint",
    "A URL that receives events by POST. The answer carries its signing secret.",
    ({ payload }: CreateEndpointRequest) => ({ call: "create_endpoint", ...payload })
  )
}

const deleteEndpoint: WriteOperation<EndpointRequest, Body<typeof Deleted>> = {
  kind: "write",
  changes: "rows",
  result: Deleted,
  ...described(
    "Delete an endpoint",
    "Deletes the endpoint, all its rules and its events not sent yet, whose credits come back.",
    ({ params }: EndpointRequest) => ({ call: "delete_endpoint", ...params })
  )
}

const createRule: WriteOperation<CreateRuleRequest, Body<typeof RuleResult>> = {
  kind: "write",
  changes: "rows",
  result: RuleResult,
  ...described(
    "Create a rule",
    "Effective from the next round; the whole check window is looked at once. Names are accepted in camel and snake case.",
    ({ params, payload }: CreateRuleRequest) => ({ call: "create_rule", ...params, ...payload })
  )
}

const deleteRule: WriteOperation<RuleRequest, Body<typeof Deleted>> = {
  kind: "write",
  changes: "rows",
  result: Deleted,
  ...described(
    "Delete a rule",
    "Events of the rule not sent yet are cancelled and their credits come back.",
    ({ params }: RuleRequest) => ({ call: "delete_rule", ...params })
  )
}

const testEndpoint: WriteOperation<EndpointRequest, Body<typeof TestAnswer>> = {
  kind: "write",
  changes: "outside",
  result: TestAnswer,
  ...described(
    "Send a test event",
    "Sends one signed test event at once, with no rule needed, and tells how the endpoint answered.",
    ({ params }: EndpointRequest) => ({ call: "test_endpoint", ...params })
  )
}

export const webhooks = { listEndpoints, createEndpoint, deleteEndpoint, createRule, deleteRule, testEndpoint }

export const listEndpointsEndpoint = HttpApiEndpoint.get("listEndpoints", "/webhook/endpoints", {
  success: ListResult
}).annotateMerge(documented(webhooks.listEndpoints))

export const createEndpointEndpoint = HttpApiEndpoint.post("createEndpoint", "/webhook/endpoints", {
  payload: EndpointInput,
  success: EndpointResult.pipe(created),
  ...writingEndpoint()
}).annotateMerge(documented(webhooks.createEndpoint))

export const deleteEndpointEndpoint = HttpApiEndpoint.delete("deleteEndpoint", "/webhook/endpoints/:endpoint_id", {
  params: endpointParams,
  success: Deleted,
  ...writingEndpoint(NotFound)
}).annotateMerge(documented(webhooks.deleteEndpoint))

export const createRuleEndpoint = HttpApiEndpoint.post("createRule", "/webhook/endpoints/:endpoint_id/rules", {
  params: endpointParams,
  payload: RuleInput,
  success: RuleResult.pipe(created),
  ...writingEndpoint(NotFound)
}).annotateMerge(documented(webhooks.createRule))

export const deleteRuleEndpoint = HttpApiEndpoint.delete("deleteRule", "/webhook/rules/:rule_id", {
  params: { rule_id: NonEmptyText },
  success: Deleted,
  ...writingEndpoint(NotFound)
}).annotateMerge(documented(webhooks.deleteRule))

export const testEndpointEndpoint = HttpApiEndpoint.post("testEndpoint", "/webhook/endpoints/:endpoint_id/test", {
  params: endpointParams,
  success: TestAnswer,
  ...writingEndpoint(NotFound)
}).annotateMerge(documented(webhooks.testEndpoint))
