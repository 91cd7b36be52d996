/** The conformance suite's command for authorization servers: metadata (RFC 8414), and a code grant that a person allows. */
import { assert, it } from "vitest"
import { withServer } from "../support/RunningServer.ts"
import { describeWith } from "../support/DescribeWith.ts"
import { freePort } from "../support/FreePort.ts"
import { metadataOf } from "./Application.ts"
import { signUp } from "./Person.ts"
import { conformance } from "./Programs.ts"

const register = async (baseUrl: string, redirectUrl: string): Promise<string> => {
  const response = await fetch(`${baseUrl}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(metadataOf({ name: "Conformance", redirectUrl }))
  })
  const { client_id } = await response.json()
  return client_id
}

const authorizationIn = (text: string): URL | undefined => {
  const found = /http:\S+\/oauth\/authorize\?\S+/.exec(text)?.[0]
  return found === undefined ? undefined : new URL(found)
}

const timeoutMillis = 120_000

describeWith(conformance, "the conformance suite", (suite) => {
  it(
    "finds the authorization server as it should be",
    () =>
      withServer({}, async (server) => {
        const person = await signUp(server, "conformance@example.com")
        const port = await freePort()
        const clientId = await register(server.baseUrl, `http://127.0.0.1:${port}/callback`)
        const resource = `${server.baseUrl}/mcp`
        let output = ""
        let deciding: Promise<unknown> | undefined
        const { code, all } = await suite(
          [
            "authorization",
            "--url",
            server.baseUrl,
            "--client-id",
            clientId,
            "--resource",
            resource,
            "-p",
            String(port)
          ],
          {
            onOutput: (text) => {
              output += text
              const authorization = authorizationIn(output)
              if (authorization !== undefined) deciding ??= person.allow(authorization).then((back) => fetch(back))
            }
          }
        )
        await deciding
        assert.strictEqual(code, 0, all)
        assert.match(all, /authorization-code-grant: 1 passed, 0 failed/)
        assert.notMatch(all, /[1-9]\d* failed|[1-9]\d* warnings/)
      }),
    timeoutMillis
  )
})
