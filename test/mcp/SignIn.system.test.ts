/** Clients of others that sign in with an account: what they may do, keep doing, and no longer do. */
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { baseSeconds } from "../recorded/StandingClock.ts"
import { onLongRun } from "../support/LongTests.ts"
import { createAccount } from "../support/Operator.ts"
import { makeApplication } from "./Application.ts"
import { signUp } from "./Person.ts"
import { type QuietServer, useQuietServer, withQuietServer } from "./QuietServer.ts"
import { modernClient, olderClient, sdkClients, type SigningClient } from "./ToolClients.ts"

const timeoutMillis = 180_000
const minute = 60
const day = 24 * 60 * minute

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
  const quietServer = useQuietServer({ seconds: baseSeconds })
  const onShared = (run: (quiet: QuietServer) => Promise<void>) => () => run(quietServer())

  it(
    "an application may know the server on its own machine by another name",
    onShared(async (quiet) => {
      await createAccount(quiet.server, { plan: "lite" }, "local@example.com")
      const person = await signUp(quiet.server, "local@example.com")
      const endpoint = endpointOf(quiet).replace("127.0.0.1", "localhost")
      for (const kind of sdkClients) {
        const application = makeApplication({ name: kind.name })
        await kind.signIn(endpoint, application, person.allow)
        const client = await kind.connect(endpoint, application)
        assert.isFalse((await client.callTool("get_balance", {})).isError)
        await client.close()
      }
    }),
    timeoutMillis
  )

  it(
    "an application works after a restart, and no longer in the first call after its disconnection",
    onShared(async (quiet) => {
      const { person, application } = await connect(quiet, olderClient, "amy@example.com", "Old")
      const client = await olderClient.connect(endpointOf(quiet), application)
      const token = application.tokens()?.access_token ?? ""
      await quiet.killAndStart()
      assert.isFalse((await client.callTool("get_balance", {})).isError)
      assert.strictEqual(application.tokens()?.access_token, token, "the token of before")
      await person.inPortal((portal) =>
        Effect.flatMap(portal["account.ListConnections"](), (all) =>
          Effect.forEach(all, ({ id }) => portal["account.Disconnect"]({ connectionId: id }))
        )
      )
      const refused = await client.callTool("get_balance", {}).then(
        () => "answered",
        (error: unknown) => (error instanceof Error ? error.constructor.name : "")
      )
      assert.strictEqual(refused, "UnauthorizedError")
    }),
    timeoutMillis
  )

  // A short run has the ten clients below.
  onLongRun("over months", () => {
    it(
      "an application goes on when its access token has expired, for as long as it comes back every month",
      quietly(async (quiet) => {
        const { application } = await connect(quiet, olderClient, "amy@example.com", "Old")
        const client = await olderClient.connect(endpointOf(quiet), application)
        const seen = new Set([application.tokens()?.access_token])
        for (const later of [16 * minute, 29 * day, 58 * day]) {
          await quiet.killAndStart(later)
          assert.isFalse((await client.callTool("get_balance", {})).isError)
          seen.add(application.tokens()?.access_token)
        }
        assert.lengthOf([...seen], 4)
      }),
      3 * timeoutMillis
    )
  })

  it(
    "ten clients that refresh one token at once all go on",
    quietly(async (quiet) => {
      const { application } = await connect(quiet, modernClient, "amy@example.com", "Many windows")
      const clients = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          (index % 2 === 0 ? modernClient : olderClient).connect(endpointOf(quiet), application)
        )
      )
      await quiet.killAndStart(16 * minute)
      const results = await Promise.all(clients.map((client) => client.callTool("get_balance", {})))
      assert.deepStrictEqual(
        results.map(({ isError }) => isError),
        results.map(() => false)
      )
      // The last tokens that anybody stored are good for the next time, too.
      await quiet.killAndStart(33 * minute)
      for (const client of clients) assert.isFalse((await client.callTool("get_balance", {})).isError)
    }),
    timeoutMillis
  )
})
