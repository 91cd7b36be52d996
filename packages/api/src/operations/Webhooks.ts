/** Webhook management (service.md, "Webhook management"): all free, all need API Standard or higher. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { documented, Envelope, free, type Operation } from "../Operation.ts"
import { Conflict, NotFound } from "../Problems.ts"
import { Count, NonEmptyText } from "../Parameters.ts"
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

const management = <Request>(
  summary: string,
  description: string,
  parameters: (request: Request) => Readonly<Record<string, unknown>>
): Operation<Request, unknown> => ({
  summary,
  description,
  apiType: "webhook_management",
  tool: null,
  requires: "webhooks",
  price: free,
  parameters
})

type EndpointRequest = { readonly params: { readonly endpoint_id: string } }
type RuleRequest = { readonly params: { readonly rule_id: string } }
type CreateEndpointRequest = { readonly payload: typeof EndpointInput.Type }
type CreateRuleRequest = EndpointRequest & { readonly payload: RuleInput }

const endpointParams = { endpoint_id: NonEmptyText }
const created = HttpApiSchema.status(201)

export const webhooks = {
  listEndpoints: management<object>("List endpoints", "All endpoints with their secret and rules.", () => ({
    call: "list_endpoints"
  })),
  createEndpoint: management<CreateEndpointRequest>(
    "Create an endpoint",
    "A URL that receives events by POST. The answer carries its signing secret.",
    ({ payload }) => ({ call: "create_endpoint", ...payload })
  ),
  deleteEndpoint: management<EndpointRequest>(
    "Delete an endpoint",
    "Deletes the endpoint, all its rules and its events not sent yet, whose credits come back.",
    ({ params }) => ({ call: "delete_endpoint", ...params })
  ),
  createRule: management<CreateRuleRequest>(
    "Create a rule",
    "Effective from the next round; the whole check window is looked at once. Names are accepted in camel and snake case.",
    ({ params, payload }) => ({ call: "create_rule", ...params, ...payload })
  ),
  deleteRule: management<RuleRequest>(
    "Delete a rule",
    "Events of the rule not sent yet are cancelled and their credits come back.",
    ({ params }) => ({ call: "delete_rule", ...params })
  ),
  testEndpoint: management<EndpointRequest>(
    "Send a test event",
    "Sends one signed test event at once, with no rule needed, and tells how the endpoint answered.",
    ({ params }) => ({ call: "test_endpoint", ...params })
  )
}

export const listEndpointsEndpoint = HttpApiEndpoint.get("listEndpoints", "/webhook/endpoints", {
  success: Envelope({ data: Schema.Array(Endpoint) })
}).annotateMerge(documented(webhooks.listEndpoints))

export const createEndpointEndpoint = HttpApiEndpoint.post("createEndpoint", "/webhook/endpoints", {
  payload: EndpointInput,
  success: Envelope({ data: Endpoint }).pipe(created),
  error: Conflict
}).annotateMerge(documented(webhooks.createEndpoint))

export const deleteEndpointEndpoint = HttpApiEndpoint.delete("deleteEndpoint", "/webhook/endpoints/:endpoint_id", {
  params: endpointParams,
  success: Deleted,
  error: NotFound
}).annotateMerge(documented(webhooks.deleteEndpoint))

export const createRuleEndpoint = HttpApiEndpoint.post("createRule", "/webhook/endpoints/:endpoint_id/rules", {
  params: endpointParams,
  payload: RuleInput,
  success: Envelope({ data: Rule }).pipe(created),
  error: [NotFound, Conflict]
}).annotateMerge(documented(webhooks.createRule))

export const deleteRuleEndpoint = HttpApiEndpoint.delete("deleteRule", "/webhook/rules/:rule_id", {
  params: { rule_id: NonEmptyText },
  success: Deleted,
  error: NotFound
}).annotateMerge(documented(webhooks.deleteRule))

export const testEndpointEndpoint = HttpApiEndpoint.post("testEndpoint", "/webhook/endpoints/:endpoint_id/test", {
  params: endpointParams,
  success: Envelope({ data: TestResult }),
  error: NotFound
}).annotateMerge(documented(webhooks.testEndpoint))
