/** Webhook management (service.md, "Webhook management"): all free, all need API Standard or higher. */
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Endpoint, EndpointInput, KeptEndpoint, maxLiveSecrets, RotatedEndpoint, RotationInput } from "../Endpoints.ts"
import { EndpointId, RuleId } from "../Ids.ts"
import { Envelope } from "../Operation.ts"
import { deleteOperation, postOperation, postOperationOn, readOperation, readOperationOn } from "../OperationKinds.ts"
import { Count } from "../Parameters.ts"
import { NewRuleInput, Rule } from "../Rules.ts"

export const management = { apiType: "webhook_management", tool: null, requires: "webhooks" } as const

export const ofEndpoint = {
  ...management,
  params: {
    endpoint_id: EndpointId.annotate({
      description: "The id of an endpoint (`ep_…`).",
      examples: [EndpointId.make("ep_01M7YY0HSY8ZTAVD0RDB125TQK")]
    })
  }
} as const

export const ofRule = {
  ...management,
  params: {
    rule_id: RuleId.annotate({
      description: "The id of a rule (`rule_…`).",
      examples: [RuleId.make("rule_01M7YY0HSY8ZTAVD0RDB125TQK")]
    })
  }
} as const

export type EndpointRequest = { readonly params: { readonly endpoint_id: EndpointId } }
export type RuleRequest = { readonly params: { readonly rule_id: RuleId } }

const created = HttpApiSchema.status(201)

const ListResult = Envelope("All endpoints.", {
  data: Schema.Array(Endpoint).annotate({ description: "The endpoints, oldest first." })
})

export const listEndpoints = readOperation({
  ...management,
  name: "listEndpoints",
  path: "/webhook/endpoints",
  result: ListResult,
  summary: "List endpoints",
  description: "Lists all endpoints with their secrets, rules, options, health and queues.",
  parameters: (_request: object) => ({ call: "list_endpoints" })
})

export const showEndpoint = readOperationOn({
  ...ofEndpoint,
  name: "showEndpoint",
  path: "/webhook/endpoints/:endpoint_id",
  result: Envelope("The endpoint.", { data: Endpoint }),
  summary: "Show an endpoint",
  description: "One endpoint with its secret, rules, options, health and queue, as in the list of endpoints.",
  parameters: ({ params }: EndpointRequest) => ({ call: "show_endpoint", ...params })
})

const EndpointResult = Envelope("The new endpoint.", { data: Endpoint })

export const createEndpoint = postOperation({
  ...management,
  name: "createEndpoint",
  path: "/webhook/endpoints",
  payload: EndpointInput,
  result: EndpointResult,
  kept: Envelope("The new endpoint.", { data: KeptEndpoint }).kept,
  success: EndpointResult.pipe(created),
  changes: "rows",
  summary: "Create an endpoint",
  description:
    "Adds a URL that receives events by POST. The response contains its signing secret. Field names can be in camelCase or snake_case.",
  parameters: ({ payload }: { readonly payload: EndpointInput }) => ({ call: "create_endpoint", ...payload })
})

const Deleted = Envelope("The deletion.", {
  data: Schema.Struct({
    id: Schema.String.annotate({ description: "The deleted id." }),
    deleted: Schema.Literal(true).annotate({ description: "Always true." })
  }).annotate({ identifier: "Deletion" })
})

export const deleteEndpoint = deleteOperation({
  ...ofEndpoint,
  name: "deleteEndpoint",
  path: "/webhook/endpoints/:endpoint_id",
  result: Deleted,
  changes: "rows",
  summary: "Delete an endpoint",
  description:
    "Deletes the endpoint and all its rules. Events that have not been sent yet are cancelled, and their credits are returned.",
  parameters: ({ params }: EndpointRequest) => ({ call: "delete_endpoint", ...params })
})

const RotationResult = Envelope("The endpoint with its new secret.", { data: RotatedEndpoint })

export const rotateSecret = postOperationOn({
  ...ofEndpoint,
  name: "rotateSecret",
  path: "/webhook/endpoints/:endpoint_id/rotate-secret",
  payload: [RotationInput, Schema.Undefined],
  result: RotationResult,
  success: RotationResult,
  changes: "rows",
  summary: "Rotate the signing secret",
  description: `Creates a new secret for the endpoint. Until the overlap ends, each request is also signed with the old secret: one \`v1\` for each valid secret, newest first. An endpoint can have at most ${maxLiveSecrets} valid secrets. The body is optional.`,
  parameters: ({ params, payload }: EndpointRequest & { readonly payload: RotationInput | undefined }) => ({
    call: "rotate_secret",
    ...params,
    ...payload
  })
})

const RuleResult = Envelope("The new rule.", { data: Rule })

export const createRule = postOperationOn({
  ...ofEndpoint,
  name: "createRule",
  path: "/webhook/endpoints/:endpoint_id/rules",
  payload: NewRuleInput,
  result: RuleResult,
  success: RuleResult.pipe(created),
  changes: "rows",
  summary: "Create a rule",
  description:
    "Creates a rule. It takes effect at the next check, which covers its whole window. `notices` says how many posts match already and what sending them costs, and if the keyword is not read as typed. Field names can be in camelCase or snake_case.",
  parameters: ({ params, payload }: EndpointRequest & { readonly payload: NewRuleInput }) => ({
    call: "create_rule",
    ...params,
    ...payload
  })
})

export const deleteRule = deleteOperation({
  ...ofRule,
  name: "deleteRule",
  path: "/webhook/rules/:rule_id",
  result: Deleted,
  changes: "rows",
  summary: "Delete a rule",
  description: "Deletes the rule. Events that have not been sent yet are cancelled, and their credits are returned.",
  parameters: ({ params }: RuleRequest) => ({ call: "delete_rule", ...params })
})

const TestedEndpoint = Schema.Struct({
  delivered: Schema.Boolean.annotate({ description: "Whether the endpoint accepted the event with a 2xx." }),
  statusCode: Schema.NullOr(Count).annotate({ description: "The status of the response; null if there was none." }),
  durationMs: Count.annotate({ description: "How long the attempt took, in milliseconds." }),
  error: Schema.NullOr(Schema.String).annotate({ description: "Why there was no response; null if there was one." }),
  response: Schema.NullOr(Schema.String).annotate({
    description: "The start of the response body, at most 1 KiB; null if there was no response."
  })
}).annotate({ identifier: "TestedEndpoint" })

const TestResult = Envelope("The endpoint's response.", { data: TestedEndpoint })

/** As it was answered by releases that hid the body. */
const KeptTest = Schema.Struct({
  ...TestedEndpoint.fields,
  response: TestedEndpoint.fields.response.pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))
})

export const testEndpoint = postOperationOn({
  ...ofEndpoint,
  name: "testEndpoint",
  path: "/webhook/endpoints/:endpoint_id/test",
  result: TestResult,
  success: TestResult,
  kept: Envelope("The endpoint's response.", { data: KeptTest }).kept,
  changes: "outside",
  summary: "Send a test event",
  description: "Sends one signed test event immediately and returns the endpoint's response. No rule is needed.",
  parameters: ({ params }: EndpointRequest) => ({ call: "test_endpoint", ...params })
})
