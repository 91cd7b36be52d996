/** OpenAPI documentation of the service as a whole and of its problems. */
import { WebhookEvent } from "../Events.ts"
import { type Json, listOf, mapValues, objectOf } from "../Json.ts"
import { jsonSchemaOf } from "../Operation.ts"
import { type ProblemCode, problemTable } from "../ProblemTable.ts"
import { distinctTags, tags } from "./Introduction.ts"
import {
  answerExamples,
  bodyExamples,
  eventExample as example,
  eventIdExample,
  problemCodes,
  problemExample
} from "./Examples.ts"
import { nameIn, plainComponents, plainOperation, referenceTo } from "./Schemas.ts"
import { withSharedParts } from "./Shared.ts"

/** The name of the endpoint, without that of its group. */
const nameOf = (operation: Json): string => String(operation["operationId"]).split(".").at(-1) ?? ""

/** The format of a file has no example of its own. */
const exampleOf = (operation: Json, mediaType: string): Json =>
  mediaType === "application/x-ndjson" ? {} : { example: answerExamples[nameOf(operation)] }

/** `codes` are the problems that a status can mean. */
const problemsOf = (codes: ReadonlyArray<ProblemCode>): Json => ({
  examples: Object.fromEntries(codes.map((code) => [code, { value: problemExample(code) }]))
})

const describeBodies = (operation: Json): Json => {
  const example = bodyExamples[nameOf(operation)]
  if (operation["requestBody"] === undefined || example === undefined) return operation
  const body = objectOf(operation["requestBody"])
  return { ...operation, requestBody: { ...body, content: mapValues(body["content"], (one) => ({ ...one, example })) } }
}

const describeAnswer = (operation: Json, response: Json): Json => ({
  ...response,
  content: mapValues(response["content"], (content, mediaType) => ({
    ...content,
    ...exampleOf(operation, mediaType)
  }))
})

const describeProblems = (codes: ReadonlyArray<ProblemCode>, response: Json): Json => ({
  ...response,
  content: mapValues(response["content"], (content) => ({ ...content, ...problemsOf(codes) }))
})

/** Documents the request that Heddle sends to an endpoint of a customer. */
const header = (name: string, required: boolean, description: string, value: string) => ({
  name,
  in: "header",
  required,
  description,
  schema: { type: "string" },
  example: value
})

const eventName = "Event"

const webhooks = {
  event: {
    post: {
      tags: [tags.webhooks.name],
      operationId: "webhooks.event",
      summary: "A post matched a rule",
      description:
        "Sent to your endpoint once for each post and rule. If your endpoint does not respond with a 2xx, Heddle sends the same body up to 10 more times, at increasing intervals. Verify the signature over the raw body first, and use the idempotency key to ignore repeats.",
      security: [],
      parameters: [
        header(
          "X-Service-Signature",
          true,
          "`t=UNIX_SECONDS,v1=SIGNATURE`: HMAC-SHA256 in hex over `t`, a comma and the raw body, with the endpoint's secret as key. During a rotation there are several `v1` parts; accept the request if any of them matches.",
          "t=1795320180,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd"
        ),
        header("X-Service-Idempotency-Key", false, "The id of the event. Not sent with test events.", eventIdExample),
        header("X-Service-Delivery-Attempt", true, "The number of the attempt for this event, from 1.", "1")
      ],
      requestBody: {
        required: true,
        content: {
          "application/json": { schema: referenceTo(eventName), example }
        }
      },
      responses: {
        "2XX": { description: "You have received the event. The delivery log keeps your response body for 30 days." },
        default: { description: "Any other status, or no response within 10 seconds: Heddle sends the event again." }
      }
    }
  }
}

const codesByTitle: ReadonlyMap<string, ProblemCode> = new Map(
  problemCodes.map((code) => [problemTable[code].title, code])
)

const wordsOf = (code: ProblemCode): string => {
  const { title, when, fix } = problemTable[code]
  return `**${title}.** ${when}. ${fix}.`
}

/** Says when each problem occurs and what to do; the generated descriptions list only titles. */
const describeResponse =
  (operation: Json) =>
  (response: Json, status: string): Json => {
    if (status.startsWith("2")) return describeAnswer(operation, response)
    const codes = String(response["description"])
      .split(" | ")
      .flatMap((title) => codesByTitle.get(title) ?? [])
    return describeProblems(codes, { ...response, description: codes.map(wordsOf).join("\n\n") })
  }

const dryRunName = "DryRun"

/** `dry_run` and its answer are described in words: with them, every answer would be one of two. */
const withoutDryRun = (operation: Json): Json => ({
  ...operation,
  parameters: listOf(operation["parameters"]).filter(({ name }) => name !== "dry_run"),
  responses: mapValues(operation["responses"], (response) => ({
    ...response,
    description: String(response["description"]).replace(` | ${dryRunName}`, ""),
    content: mapValues(response["content"], ({ schema, ...content }) => ({ ...content, schema: answerIn(schema) }))
  }))
})

const answerIn = (schema: unknown): unknown => {
  const all = listOf(objectOf(schema)["anyOf"])
  const answers = all.filter((one) => nameIn(one) !== dryRunName)
  return answers.length === 1 && answers.length < all.length ? answers[0] : schema
}

const describeOperation = (operation: Json): Json => {
  const whole = withoutDryRun(operation)
  return { ...describeBodies(whole), responses: mapValues(whole["responses"], describeResponse(whole)) }
}

/** The schemas of problems have transformations, whose two sides the framework names apart. */
const withProblemNames = (document: Json): Json =>
  objectOf(JSON.parse(JSON.stringify(document).replaceAll(/\b([A-Z]\w+)Encoded"/g, '$1Problem"')))

/** The components that bodies of requests refer to. */
const namesOfBodies = (paths: unknown): ReadonlySet<string> =>
  new Set(
    Object.values(objectOf(paths))
      .flatMap((path) => Object.values(objectOf(path)))
      .flatMap((operation) =>
        Object.values(objectOf(objectOf(objectOf(operation)["requestBody"])["content"])).map((one) =>
          nameIn(objectOf(objectOf(one)["schema"]))
        )
      )
      .filter((name) => name !== undefined)
  )

export const completeDocument = (generated: Json): Json => {
  const document = withProblemNames(generated)
  const components = objectOf(document["components"])
  const { [dryRunName]: _, ...schemas } = objectOf(components["schemas"])
  const named = { ...schemas, [eventName]: jsonSchemaOf(WebhookEvent) }
  const bodies = namesOfBodies(document["paths"])
  return withSharedParts({
    ...document,
    servers: [{ url: "/", description: "The server that this document comes from" }],
    paths: mapValues(document["paths"], (path) =>
      mapValues(path, (operation) => plainOperation(named)(describeOperation(operation)))
    ),
    webhooks,
    tags: distinctTags(document["tags"]),
    components: {
      // Generators that inline a component forget its name, but keep its title.
      schemas: mapValues(
        plainComponents(named, (name) => bodies.has(name)),
        (schema, title) => ({ title, ...schema })
      ),
      // Scheme names are case-insensitive (RFC 9110), but OpenAPI tools expect lower case.
      securitySchemes: { bearer: { type: "http", scheme: "bearer", description: "An API key (`hdl_…`)." } }
    }
  })
}
