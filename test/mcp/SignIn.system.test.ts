/** Clients of others that sign in with an account: what they may do, keep doing, and no longer do. */
import { assert, describe, it } from "vitest"
import { baseSeconds } from "../recorded/StandingClock.ts"
import { createAccount } from "../support/Operator.ts"
import { makeApplication } from "./Application.ts"
import { compareEveryTool } from "./Comparison.ts"
import { signUp } from "./Person.ts"
import { type QuietServer, withQuietServer } from "./QuietServer.ts"
import { olderClient, sdkClients, type SigningClient } from "./ToolClients.ts"

const timeoutMillis = 180_000

const endpointOf = ({ server }: QuietServer): string => `${server.baseUrl}/mcp`

/** An account with a user, who has connected an application. */
const connect = async (quiet: QuietServer, kind: SigningClient, email: string, name: string) => {
  const account = await createAccount(quiet.server, { plan: "premium" }, email)
  const person = await signUp(quiet.server, email)
  const application = makeApplication({ name })
  await kind.signIn(endpointOf(quiet), application, person.allow)
  return { account, person, application }
}

const quietly = (run: (quiet: QuietServer) => Promise<void>) => () => withQuietServer({ seconds: baseSeconds }, run)

describe("with a sign-in", () => {
  it(
    "every tool answers as REST does, at the same price, to every client of the SDKs",
    quietly(async (quiet) => {
      for (const [index, kind] of sdkClients.entries()) {
        const name = `Application ${index}`
        const { account, application } = await connect(quiet, kind, `person${index}@example.com`, name)
        const source = `account login (${name})`
        await compareEveryTool(quiet, { kind, account, credential: application, source })
      }
    }),
    timeoutMillis
  )

  it(
    "an application works after a restart, and no longer within a second of its disconnection",
    quietly(async (quiet) => {
      const { person, application } = await connect(quiet, olderClient, "amy@example.com", "Old")
      const client = await olderClient.connect(endpointOf(quiet), application)
      const token = application.tokens()?.access_token ?? ""
      await quiet.killAndStart()
      assert.isFalse((await client.callTool("get_balance", {})).isError)
      assert.strictEqual(application.tokens()?.access_token, token, "the token of before")
      await person.disconnectAll()
      const disconnected = performance.now()
      const refused = await client.callTool("get_balance", {}).then(
        () => "answered",
        (error: unknown) => (error instanceof Error ? error.constructor.name : "")
      )
      assert.isBelow(performance.now() - disconnected, 1_000)
      assert.strictEqual(refused, "UnauthorizedError")
    }),
    timeoutMillis
  )
})
