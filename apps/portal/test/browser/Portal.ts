/**
 * A real server with its demo account, and pages of a browser that is signed in to it. Whatever a page reports fails
 * the test that opened it: a violation of the policy, an error on the console, a request to another host.
 */
import { AxeBuilder } from "@axe-core/playwright"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, assert, beforeAll } from "vitest"
import { pageWaitMillis } from "../../../../test/support/Chromium.ts"
import { makeDataDir, removeDataDir } from "../../../../test/support/DataDir.ts"
import { freePort } from "../../../../test/support/FreePort.ts"
import { choosePlace, eventually, type HeddleProcess, startHeddle } from "../../../../test/support/HeddleProcess.ts"

export interface Look {
  readonly width?: number
  readonly colorScheme?: "light" | "dark"
  readonly language?: "en" | "zh-Hant" | "ja"
}

export interface OpenPage {
  readonly page: Page
  readonly context: BrowserContext
  /** What went wrong so far; the test may take out what it caused itself. */
  readonly faults: Array<string>
  /** Closes the page and fails for every fault. */
  readonly close: () => Promise<void>
}

export interface Portal {
  readonly baseUrl: () => string
  readonly heddle: () => HeddleProcess
  readonly email: () => string
  readonly password: () => string
  /** A page of a browser that is signed in. */
  readonly open: (path: string, look?: Look) => Promise<OpenPage>
}

const startMillis = 240_000

const watchFaults = (page: Page, baseUrl: string, faults: Array<string>) => {
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push(message.text())
  })
  page.on("pageerror", (error) => faults.push(error.stack ?? error.message))
  page.on("request", (request) => {
    const url = request.url()
    if (!url.startsWith(baseUrl) && !url.startsWith("blob:") && !url.startsWith("data:")) faults.push(`Request: ${url}`)
  })
}

const isGone = (error: unknown) => error instanceof Error && error.message.includes("closed")

/** Declares the server and the browser of the tests around it. */
export const usePortal = (launch: () => Promise<Browser>): Portal => {
  let dataDir = ""
  let heddle: HeddleProcess
  let browser: Browser
  let state: Awaited<ReturnType<BrowserContext["storageState"]>>
  let demo = { email: "", password: "" }

  beforeAll(async () => {
    dataDir = await makeDataDir()
    const receiver = String(await freePort())
    const place = await choosePlace(dataDir, {
      HEDDLE_SOURCE: "simulation",
      HEDDLE_ROUND_INTERVAL: "2 seconds",
      HEDDLE_DEMO_RECEIVER_PORT: receiver
    })
    heddle = await startHeddle(place, "demo")
    const file = join(dataDir, "demo.json")
    await eventually(
      "demo.json",
      () =>
        readFile(file).then(
          () => true,
          () => false
        ),
      startMillis
    )
    demo = JSON.parse(await readFile(file, "utf8"))
    browser = await launch()
    const context = await browser.newContext({ baseURL: heddle.baseUrl })
    context.setDefaultTimeout(pageWaitMillis)
    const page = await context.newPage()
    await page.goto("/sign-in?return_to=/portal/signed-in")
    await page.getByLabel("Email address").fill(demo.email)
    await page.getByLabel("Password", { exact: true }).fill(demo.password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.waitForURL("**/portal/signed-in")
    state = await context.storageState()
    await context.close()
  }, startMillis)

  afterAll(async () => {
    await browser.close()
    await heddle.kill()
    await removeDataDir(dataDir)
  })

  const open = async (path: string, { width = 1280, colorScheme = "light", language = "en" }: Look = {}) => {
    const context = await browser.newContext({
      baseURL: heddle.baseUrl,
      storageState: state,
      viewport: { width, height: 900 },
      colorScheme,
      reducedMotion: "reduce",
      hasTouch: width < 640,
      locale: language === "en" ? "en-GB" : language,
      timezoneId: "Asia/Taipei"
    })
    context.setDefaultTimeout(pageWaitMillis)
    await context.addCookies([{ name: "heddle_lang", value: language, url: heddle.baseUrl }])
    const faults: Array<string> = []
    context.on("page", (opened) => watchFaults(opened, heddle.baseUrl, faults))
    const page = await context.newPage()
    await page.goto(`/portal${path}`)
    await page.getByRole("heading", { level: 1 }).waitFor()
    const close = async () => {
      await context.close().catch((error: unknown) => {
        if (!isGone(error)) throw error
      })
      assert.deepStrictEqual(faults, [])
    }
    return { page, context, faults, close }
  }

  return {
    baseUrl: () => heddle.baseUrl,
    heddle: () => heddle,
    email: () => demo.email,
    password: () => demo.password,
    open
  }
}

/** Fails for everything that axe finds on the page as it is now. */
export const assertAccessible = async (page: Page, where: string): Promise<void> => {
  // Our pages have no frames. Looking for frames of other origins would open another page for each report.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  const found = violations.map(
    ({ id, nodes }) => `${where}: ${id}: ${nodes.map(({ target }) => target.join(" ")).join("; ")}`
  )
  assert.deepStrictEqual(found, [])
}

/** Fails if anything is wider than the window, or the text of a cell wider than its column. */
export const assertFits = async (page: Page, where: string): Promise<void> => {
  const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
  assert.strictEqual(overflow, 0, where)
  const crowded = await page.evaluate(
    `[...document.querySelectorAll("td")].filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.innerText)`
  )
  assert.deepStrictEqual(crowded, [], `${where}: texts that run into the next column`)
}

/** Waits until nothing is loading. */
export const settled = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.querySelectorAll("[class*=loading]").length === 0)
}
