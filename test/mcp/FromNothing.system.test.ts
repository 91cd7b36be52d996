/**
 * A client that knows the address of the endpoint and nothing else, and a person who has never been here, in a real
 * browser: 401, metadata, registration, sign-up by mail, consent, tokens, result. No API key exists.
 */
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer as createHttp, type Server } from "node:http"
import { createServer as createHttps } from "node:https"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { assert, it } from "vitest"
import { chromiumBrowser } from "../support/Chromium.ts"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { describeWith } from "../support/DescribeWith.ts"
import { freePort } from "../support/FreePort.ts"
import { choosePlace, type HeddleProcess, startHeddle } from "../support/HeddleProcess.ts"
import { type Certificate, selfSigned } from "../support/Openssl.ts"
import { type Application, makeApplication, metadataOf } from "./Application.ts"
import { linkInMail, password } from "./Person.ts"
import { type Decide, modernClient, olderClient, type SigningClient } from "./ToolClients.ts"

const timeoutMillis = 120_000
const email = "newcomer@example.com"

const listening = async (server: Server, port: number): Promise<AsyncDisposable> => {
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  return {
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    }
  }
}

/** The end of an application that waits for its browser to come back. */
const listenForCallback = async () => {
  const port = await freePort()
  const back = Promise.withResolvers<URL>()
  const server = createHttp((request, response) => {
    const url = new URL(request.url ?? "/", `http://127.0.0.1:${port}`)
    if (url.pathname === "/callback") back.resolve(url)
    response.end("You may close this window.")
  })
  return { url: `http://127.0.0.1:${port}/callback`, back: back.promise, closing: await listening(server, port) }
}

/** Signs up on the way, as somebody would who has no account yet. */
const newcomer =
  (browser: Browser, server: HeddleProcess, application: string, back: Promise<URL>): Decide =>
  async (authorization) => {
    const page = await browser.newPage()
    await page.goto(authorization.href)
    await page.getByRole("link", { name: "Create an account" }).click()
    await page.getByLabel("Email address").fill(email)
    await page.getByLabel("Password").fill(password)
    await page.getByRole("button", { name: "Create account" }).click()
    await page.goto((await linkInMail(server, email)).href)
    await page.getByLabel("Password").fill(password)
    await page.getByRole("button", { name: "Confirm and sign in" }).click()
    await page.getByText(`calls itself “${application}”`).waitFor()
    await page.getByRole("button", { name: "Allow" }).click()
    const callback = await back
    await page.close()
    return callback
  }

interface Grants {
  readonly id: string
  readonly email: string
}

const givePlan = async ({ operatorUrl }: HeddleProcess): Promise<void> => {
  const accounts: ReadonlyArray<Grants> = await (await fetch(`${operatorUrl}/accounts`)).json()
  const id = accounts.find((account) => account.email === email)?.id
  const body = JSON.stringify({ plan: "lite" })
  const headers = { "content-type": "application/json" }
  const granted = await fetch(`${operatorUrl}/accounts/${id}/grants`, { method: "POST", headers, body })
  assert.isTrue(granted.ok, await granted.text())
}

const fromNothing = async (
  launch: () => Promise<Browser>,
  env: Readonly<Record<string, string>>,
  kind: SigningClient,
  make: (redirectUrl: string) => { readonly application: Application; readonly name: string }
): Promise<Application> => {
  const dataDir = await makeDataDir()
  const server = await startHeddle(await choosePlace(dataDir, env))
  const browser = await launch()
  const callback = await listenForCallback()
  await using _closing = callback.closing
  try {
    const { application, name } = make(callback.url)
    const url = `${server.baseUrl}/mcp`
    await kind.signIn(url, application, newcomer(browser, server, name, callback.back))
    const client = await kind.connect(url, application)
    const balance = await client.callTool("get_balance", {})
    assert.isFalse(balance.isError, balance.text)
    const refused = await client.callTool("get_like_ladder", {})
    assert.isTrue(refused.isError)
    assert.match(refused.text, /^plan_required: /)
    await givePlan(server)
    const ladder = await client.callTool("get_like_ladder", {})
    assert.isFalse(ladder.isError, ladder.text)
    await client.close()
    return application
  } finally {
    await browser.close()
    await server.kill()
    await removeDataDir(dataDir)
  }
}

/** What an application publishes about itself, at an https address of this machine. */
const publishDocument = async ({ cert, key }: Certificate, name: string, redirectUrl: string) => {
  const port = await freePort()
  const url = `https://127.0.0.1:${port}/application.json`
  const document = JSON.stringify({ ...metadataOf({ name, redirectUrl }), client_id: url })
  const server = createHttps({ cert, key }, (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(document)
  })
  return { url, closing: await listening(server, port) }
}

describeWith(chromiumBrowser, "From nothing but the address", (launch) => {
  it(
    "a client that registers itself comes to a result",
    async () => {
      const name = "An older application"
      const application = await fromNothing(launch, {}, olderClient, (redirectUrl) => ({
        name,
        application: makeApplication({ name, redirectUrl })
      }))
      assert.isString(application.tokens()?.refresh_token)
    },
    timeoutMillis
  )

  describeWith(selfSigned, "with a document of its own", (certificateFor) => {
    it(
      "a client comes to a result without registering",
      async () => {
        const folder = await mkdtemp(join(tmpdir(), "heddle-certificate-"))
        const certificate = certificateFor("127.0.0.1", folder)
        const name = "A documented application"
        const callback = await freePort()
        const redirectUrl = `http://127.0.0.1:${callback}/callback`
        const { url, closing } = await publishDocument(certificate, name, redirectUrl)
        await using _closing = closing
        const env = { NODE_EXTRA_CA_CERTS: certificate.certFile }
        // A loopback redirect may come back at any port.
        const application = await fromNothing(launch, env, modernClient, (actual) => ({
          name,
          application: makeApplication({ name, redirectUrl: actual, documentUrl: url })
        }))
        assert.strictEqual(application.clientInformation()?.client_id, url)
        await rm(folder, { recursive: true })
      },
      timeoutMillis
    )
  })
})
