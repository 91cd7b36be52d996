/**
 * A passkey in a real browser: registered with an authenticator that Chromium plays, then used to sign in on the page
 * whose one script asks for it.
 */
import { assert, afterAll, beforeAll, it } from "vitest"
import type { Browser, BrowserContext } from "playwright-core"
import { Schema } from "effect"
import { chromiumBrowser, pageWaitMillis } from "../support/Chromium.ts"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { describeWith } from "../support/DescribeWith.ts"
import { choosePlace, eventually, type HeddleProcess, startHeddle } from "../support/HeddleProcess.ts"
import { addAuthenticator } from "../support/VirtualAuthenticator.ts"

const email = "holder@example.com"
const password = "correct horse battery"

/** What the portal's screen does with the options of `StartPasskey`. */
const create = `async (options) => {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return (await navigator.credentials.create({ publicKey })).toJSON()
}`

/** No address of digits can have passkeys. */
const ownName = (baseUrl: string) => baseUrl.replace("127.0.0.1", "localhost")

const Exit = Schema.fromJsonString(
  Schema.Struct({ exit: Schema.Struct({ _tag: Schema.Literal("Success"), value: Schema.optionalKey(Schema.Unknown) }) })
)

describeWith(chromiumBrowser, "A passkey in Chromium", (launch) => {
  let dataDir = ""
  let heddle: HeddleProcess
  let browser: Browser
  let context: BrowserContext

  beforeAll(async () => {
    dataDir = await makeDataDir()
    heddle = await startHeddle(await choosePlace(dataDir, {}))
    browser = await launch()
    context = await browser.newContext({ baseURL: ownName(heddle.baseUrl) })
    context.setDefaultTimeout(pageWaitMillis)
  })

  afterAll(async () => {
    await browser.close()
    await heddle.kill()
    await removeDataDir(dataDir)
  })

  /** A procedure of the portal, as the person in this browser. */
  const call = async (tag: string, payload: unknown = null) => {
    const answer = await context.request.post("/portal/rpc", {
      headers: { "content-type": "application/x-ndjson", origin: ownName(heddle.baseUrl) },
      data: `${JSON.stringify({ _tag: "Request", id: "1", tag, payload, headers: [] })}\n`
    })
    return Schema.decodeUnknownSync(Exit)((await answer.text()).split("\n")[0]).exit.value
  }

  it("is registered by its holder and signs them in", async () => {
    const page = await context.newPage()
    const faults: Array<string> = []
    page.on("pageerror", (error) => faults.push(error.message))
    page.on("console", (message) => faults.push(message.text()))
    await addAuthenticator(page)

    await page.goto("/sign-up")
    await page.getByLabel("Email address").fill(email)
    await page.getByLabel("Password").fill(password)
    await page.getByRole("button", { name: "Create account" }).click()
    const link = () => /http\S+\/verify-email\?\S+/.exec(heddle.output())?.[0]
    await eventually("the mail", () => Promise.resolve(link() !== undefined), pageWaitMillis)
    const { pathname, search } = new URL(link() ?? "")
    await page.goto(`${pathname}${search}`)
    await page.getByLabel("Password").fill(password)
    await page.getByRole("button", { name: "Confirm and sign in" }).click()
    await page.waitForURL("**/portal")

    const { options } = Schema.decodeUnknownSync(Schema.Struct({ options: Schema.Unknown }))(
      await call("account.StartPasskey")
    )
    await page.goto("/sign-out")
    const response = await page.evaluate(`(${create})(${JSON.stringify(options)})`)
    await call("account.AddPasskey", { name: "Laptop", response })
    assert.include(JSON.stringify(await call("account.Me")), "Laptop")
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByText("You are signed out").waitFor()
    faults.length = 0
    await page.getByRole("button", { name: "Sign in with a passkey" }).click()
    await page.waitForURL("**/portal")
    assert.include(JSON.stringify(await call("account.Me")), email)
    assert.deepStrictEqual(
      faults.filter((fault) => !/status of 404/.test(fault)),
      []
    )
  })

  it("is offered only where the browser can use it", async () => {
    const without = await browser.newContext({ baseURL: heddle.baseUrl, javaScriptEnabled: false })
    const page = await without.newPage()
    await page.goto("/sign-in")
    assert.isFalse(await page.getByRole("button", { name: "Sign in with a passkey" }).isVisible())
    assert.isTrue(await page.getByRole("button", { name: "Sign in", exact: true }).isVisible())
    await without.close()
  })
})
