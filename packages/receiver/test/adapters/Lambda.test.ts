import { type LambdaEvent, lambdaHandler } from "@heddle/receiver/lambda"
import { describe, expect, it } from "vitest"
import { makeReceiver, sign } from "../support/Fixtures.ts"

const call = async (change: Partial<LambdaEvent>, options: Parameters<typeof makeReceiver>[0] = {}) => {
  const { receiver } = makeReceiver(options)
  const { headers, body } = await sign()
  const text = new TextDecoder().decode(body)
  return lambdaHandler(receiver)({ httpMethod: "POST", headers, body: text, requestContext: {}, ...change })
}

it("answers in the form that gateways take", async () => {
  expect(await call({})).toEqual({
    statusCode: 200,
    headers: { "content-type": "application/json", "cache-control": "no-store" },
    body: '{"code":"handled"}',
    isBase64Encoded: false
  })
})

describe("bodies", () => {
  it.each([null, undefined])("%s is an empty one", async (body) => {
    expect(JSON.parse((await call({ body })).body).code).toBe("no_match")
  })

  it.each([true, false])("the limit holds for the bytes (base64 %s)", async (isBase64Encoded) => {
    const { body } = await sign()
    const encoded = Buffer.from(body).toString(isBase64Encoded ? "base64" : "utf8")
    const at = await call({ body: encoded, isBase64Encoded }, { maxBodyBytes: body.byteLength })
    const below = await call({ body: encoded, isBase64Encoded }, { maxBodyBytes: body.byteLength - 1 })
    expect([at.statusCode, below.statusCode]).toEqual([200, 413])
  })
})

it("an event of a queue or a timer is a mistake in the set-up, not a request", async () => {
  const { receiver } = makeReceiver()
  const queue: LambdaEvent = JSON.parse('{"Records":[{"body":"{}"}]}')
  await expect(lambdaHandler(receiver)(queue)).rejects.toThrow("API Gateway, a function URL or a load balancer")
})

it("a console's test event without headers is refused", async () => {
  expect(JSON.parse((await call({ headers: null, body: null })).body).code).toBe("missing_header")
})
