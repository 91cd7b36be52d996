/** A gateway on a real socket in front of `lambdaHandler`, in each form in which AWS passes a request on. */
import { type LambdaEvent, lambdaHandler } from "@heddle/receiver/lambda"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { buffer } from "node:stream/consumers"
import { listen } from "../../../../test/support/LocalServer.ts"
import type { Framework } from "./Framework.ts"

type Form = (
  request: IncomingMessage,
  body: { readonly body: string; readonly isBase64Encoded: boolean }
) => LambdaEvent

/** As text only what survives that, as AWS does it too. */
function encode(bytes: Buffer, base64: boolean) {
  const text = bytes.toString("utf8")
  const isText = Buffer.from(text, "utf8").equals(bytes)
  return base64 || !isText
    ? { body: bytes.toString("base64"), isBase64Encoded: true }
    : { body: text, isBase64Encoded: false }
}

const distinct = ({ headersDistinct }: IncomingMessage) => headersDistinct
const joined = (request: IncomingMessage, separator: string) =>
  Object.fromEntries(Object.entries(distinct(request)).map(([name, values = []]) => [name, values.join(separator)]))
const last = (request: IncomingMessage) =>
  Object.fromEntries(Object.entries(distinct(request)).map(([name, values = []]) => [name, values.at(-1)]))

const v1: Form = (request, body) => ({
  ...body,
  httpMethod: request.method,
  headers: last(request),
  multiValueHeaders: distinct(request),
  requestContext: {}
})
const v2: Form = (request, body) => ({
  ...body,
  headers: joined(request, ","),
  requestContext: { http: { method: request.method ?? "" } }
})
const balancer: Form = (request, body) => ({
  ...body,
  httpMethod: request.method,
  headers: last(request),
  requestContext: { elb: {} }
})
const balancerMultiValue: Form = (request, body) => ({
  ...body,
  httpMethod: request.method,
  multiValueHeaders: distinct(request),
  requestContext: { elb: {} }
})

const gateway = (name: string, form: Form, base64: boolean, more: Partial<Framework> = {}): Framework => ({
  name: `Lambda ${name}${base64 ? ", base64" : ""}`,
  buffered: true,
  ...more,
  start: (receiver, port) => {
    const handler = lambdaHandler(receiver)
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      const event = form(request, encode(await buffer(request), base64))
      // As it crosses to the function and back.
      const result = await handler(JSON.parse(JSON.stringify(event)))
      const headers = { ...result.headers, ...result.multiValueHeaders }
      response.writeHead(result.statusCode, headers).end(result.body)
    }
    return listen(
      createServer((request, response) => void answer(request, response)),
      port
    )
  }
})

export const lambda: ReadonlyArray<Framework> = [
  gateway("v1", v1, false),
  gateway("v1", v1, true),
  gateway("v2 and function URL", v2, false),
  gateway("v2 and function URL", v2, true),
  gateway("ALB", balancer, false, { lastHeaderOnly: true }),
  gateway("ALB multi-value", balancerMultiValue, true)
]
