/** What calls fail with. */
import { EndpointId, WebhookRpcs } from "@heddle/api/portal"
import { expect, test } from "vitest"
import { failureOf } from "../../src/rpc/Failure.ts"

test("a payload that the client refuses to send names the fields at fault", () => {
  const schema = WebhookRpcs.requests.get("CreateRule")?.payloadSchema
  const failure = (() => {
    try {
      schema?.make({ endpointId: EndpointId.make("ep_1"), rule: { keyword: "a", likeCount: 3 } })
      return undefined
    } catch (error) {
      return failureOf(error)
    }
  })()
  expect(failure?._tag === "Problem" && failure.problem.errors).toEqual([
    { path: "rule.likeCount", message: "must be at least 10 in a keyword rule" }
  ])
})

test("anything else is an unreachable service", () =>
  expect(failureOf(new Error("x"))).toEqual({ _tag: "Unreachable" }))
