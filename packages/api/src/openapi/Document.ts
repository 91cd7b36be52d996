/** OpenAPI documentation of the service as a whole and of its problems. */
import { Schema } from "effect"
import { WebhookEvent } from "../Events.ts"
import { type Json, mapValues, objectOf } from "../Json.ts"
import { type ProblemCode, problemTable } from "../ProblemTable.ts"
import { distinctTags, tags } from "./Introduction.ts"
import {
  answerExamples,
  bodyExamples,
  dryRunExample,
  eventExample as example,
  eventIdExample,
  problemCodes,
  problemExample
} from "./Examples.ts"

/** The name of the endpoint, without that of its group. */
const nameOf = (operation: Json): string => String(operation["operationId"]).split(".").at(-1) ?? ""

const takesDryRun = ({ parameters }: Json): boolean =>
  Array.isArray(parameters) && parameters.some((parameter) => objectOf(parameter)["name"] === "dry_run")

const rowsOf = (answer: unknown): ReadonlyArray<unknown> => {
  const { data } = objectOf(answer)
  return Array.isArray(data) ? data : []
}

const answersOf = (operation: Json, mediaType: string): Json => {
  const answer = answerExamples[nameOf(operation)]
  if (mediaType === "application/json" && takesDryRun(operation)) {
    return {
      examples: {
        answer: { summary: "The answer", value: answer },
        dry_run: { summary: "With dry_run=true", value: dryRunExample }
      }
    }
  }
  if (mediaType === "application/json" || mediaType === "text/event-stream") return { example: answer }
  const isFile = typeof answer === "string"
  if (mediaType === "text/csv") return isFile ? { example: answer } : {}
  return isFile
    ? {}
    : {
        example: rowsOf(answer)
          .map((row) => `${JSON.stringify(row)}\n`)
          .join("")
      }
}

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
    ...answersOf(operation, mediaType)
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
          "application/json": { schema: Schema.toJsonSchemaDocument(WebhookEvent).schema, example }
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

const describeOperation = (operation: Json): Json => ({
  ...describeBodies(operation),
  responses: mapValues(operation["responses"], describeResponse(operation))
})

export const completeDocument = (document: Json): Json => ({
  ...document,
  servers: [{ url: "/", description: "The server that this document comes from" }],
  paths: mapValues(document["paths"], (path) => mapValues(path, describeOperation)),
  webhooks,
  tags: distinctTags(document["tags"]),
  components: {
    ...objectOf(document["components"]),
    // Scheme names are case-insensitive (RFC 9110), but OpenAPI tools expect lower case.
    securitySchemes: { bearer: { type: "http", scheme: "bearer", description: "An API key (`hdl_…`)." } }
  }
})
