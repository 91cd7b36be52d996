import { sampleEvent } from "@heddle/receiver/testing"
import { describe, expect, it } from "vitest"
import { makeReceiver, sign } from "../support/Fixtures.ts"

interface LambdaEvent {
  readonly body: string
  readonly isBase64Encoded: boolean
  readonly headers?: Readonly<Record<string, string>>
  readonly multiValueHeaders?: Readonly<Record<string, ReadonlyArray<string>>>
}

const body = sampleEvent({ post: { caption: "\ufeff台積電 📈 \u0000 é" } })
const signed = await sign({ body, url: "https://me.example/hooks/heddle?a=1&b=2", attempt: 2 })

/** What a function has to do with an event: the text, or the decoded bytes, under whichever headers there are. */
const receive = ({ body, isBase64Encoded, headers, multiValueHeaders }: LambdaEvent) =>
  makeReceiver().receiver.handle({
    headers: headers ?? multiValueHeaders ?? {},
    body: new Uint8Array(Buffer.from(body, isBase64Encoded ? "base64" : "utf8"))
  })

describe("Lambda events", () => {
  const forms: ReadonlyArray<[string, (base64?: boolean) => LambdaEvent]> = [
    ["API Gateway v1", (base64) => signed.apiGatewayV1({ base64 })],
    ["API Gateway v2", (base64) => signed.apiGatewayV2({ base64 })],
    ["a function URL", (base64) => signed.functionUrl({ base64 })],
    ["a load balancer", (base64) => signed.alb({ base64 })],
    ["a load balancer with multi-value headers", (base64) => signed.alb({ base64, multiValueHeaders: true })]
  ]
  it.each(forms)("of %s verify as text and as base64", async (_name, form) => {
    expect([form().isBase64Encoded, form(true).isBase64Encoded]).toEqual([false, true])
    for (const event of [form(), form(true)]) expect((await receive(event)).code).toBe("handled")
  })

  it("carry a body that is not UTF-8 in base64, as text cannot", async () => {
    const bytes = Uint8Array.of(0x7b, 0xff, 0x7d)
    const event = (await sign({ body: bytes })).apiGatewayV2()
    expect(event.isBase64Encoded).toBe(true)
    expect(new Uint8Array(Buffer.from(event.body, "base64"))).toEqual(bytes)
  })

  it("tell where and how they came", () => {
    expect(signed.apiGatewayV1()).toMatchObject({
      httpMethod: "POST",
      path: "/hooks/heddle",
      queryStringParameters: { a: "1", b: "2" },
      multiValueHeaders: { "X-Service-Delivery-Attempt": ["2"] }
    })
    expect(signed.apiGatewayV2()).toMatchObject({
      version: "2.0",
      rawPath: "/hooks/heddle",
      rawQueryString: "a=1&b=2",
      headers: { "x-service-delivery-attempt": "2" },
      requestContext: { http: { method: "POST" } }
    })
    expect(signed.functionUrl().requestContext.domainName).toContain(".lambda-url.")
    expect(signed.alb({ multiValueHeaders: true })).not.toHaveProperty("headers")
  })
})

it("the Node-style form has lower-case headers and the raw bytes", async () => {
  const { method, url, headers, rawBody } = signed.node()
  expect([method, url]).toEqual(["POST", "/hooks/heddle?a=1&b=2"])
  expect(Object.keys(headers)).toContain("x-service-signature")
  expect((await makeReceiver().receiver.handle({ method, headers, body: rawBody })).code).toBe("handled")
})
