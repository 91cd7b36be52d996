/**
 * A passkey in a real browser: registered with an authenticator that Chromium plays, then used to sign in on the page
 * whose one script asks for it.
 */
import { assert, afterAll, beforeAll, it } from "vitest"
import type { Browser, BrowserContext } from "playwright-core"
import { chromiumBrowser, pageWaitMillis } from "../support/Chromium.ts"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { describeWith } from "../support/DescribeWith.ts"
import { choosePlace, type HeddleProcess, startHeddle } from "../support/HeddleProcess.ts"

/** No address of digits can have passkeys. */
const ownName = (baseUrl: string) => baseUrl.replace("127.0.0.1", "localhost")

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

  it("is offered only where the browser can use it", async () => {
    const without = await browser.newContext({ baseURL: heddle.baseUrl, javaScriptEnabled: false })
    const page = await without.newPage()
    await page.goto("/sign-in")
    assert.isFalse(await page.getByRole("button", { name: "Sign in with a passkey" }).isVisible())
    assert.isTrue(await page.getByRole("button", { name: "Sign in", exact: true }).isVisible())
    await without.close()
  })
})
