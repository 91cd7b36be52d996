/** The documentation in a real browser: on a phone and on a desk, with and without a script, by keyboard. */
import { assert, it } from "vitest"
import type { BrowserContextOptions, Page } from "playwright-core"
import { chromiumBrowser, pageWaitMillis, useBrowser } from "../support/Chromium.ts"
import { assertAccessible } from "../../apps/portal/test/browser/Portal.ts"
import { describeWith } from "../support/DescribeWith.ts"
import { useServer } from "../support/RunningServer.ts"

const looks = [
  { width: 360, colorScheme: "dark", background: "rgb(20, 19, 17)" },
  { width: 1600, colorScheme: "light", background: "rgb(250, 249, 246)" }
] as const

const pages = [
  "/docs",
  "/docs/credits",
  "/docs/webhooks/verify",
  "/docs/reference",
  "/docs/reference/search-posts",
  "/docs/reference/types/rule",
  "/docs/search?q=signature",
  "/problems/insufficient-credits"
]

describeWith(chromiumBrowser, "the documentation", (launch) => {
  const browser = useBrowser(launch)
  const server = useServer()

  /** A page on which nothing may go wrong. */
  const withPage = async (options: BrowserContextOptions, run: (page: Page) => Promise<void>) => {
    const context = await browser().newContext({ baseURL: server().baseUrl, ...options })
    context.setDefaultTimeout(pageWaitMillis)
    const page = await context.newPage()
    const faults: Array<string> = []
    page.on("pageerror", ({ message }) => faults.push(message))
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text())
    })
    page.on("request", (request) => {
      if (!request.url().startsWith(server().baseUrl)) faults.push(request.url())
    })
    await run(page)
    assert.deepStrictEqual(faults, [])
    await context.close()
  }

  const heading = (page: Page) => page.locator("h1").textContent()

  it.each(looks)("$width px wide, $colorScheme: no page scrolls sideways, and axe finds nothing", async (look) => {
    const { width, colorScheme, background } = look
    await withPage({ viewport: { width, height: 900 }, colorScheme }, async (page) => {
      for (const path of pages) {
        await page.goto(path)
        assert.strictEqual(await page.evaluate(() => document.documentElement.scrollWidth), width, path)
        assert.strictEqual(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), background)
        await assertAccessible(page, path)
      }
    })
  })

  it("lead from the front page to the code for Python within three clicks", () =>
    withPage({}, async (page) => {
      await page.goto("/")
      await page.getByRole("link", { name: "Documentation" }).click()
      await page.getByRole("main").getByRole("link", { name: "Python" }).click()
      await page.getByText("def verify(").first().waitFor()
      assert.isTrue(await page.getByRole("heading", { name: "Python" }).isVisible())
      assert.include(page.url(), "#python")
    }))

  it("work without a script: the language of samples, all pages on a phone, search", () =>
    withPage({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } }, async (page) => {
      await page.goto("/docs/reference/search-posts")
      await page.getByText("Python", { exact: true }).click()
      assert.isTrue(await page.getByText("urllib.request.urlopen").isVisible())
      await page.getByRole("button", { name: "All pages" }).click()
      await page.getByRole("link", { name: "Concepts" }).click()
      assert.strictEqual(await heading(page), "Concepts")
      await page.getByRole("searchbox").fill("rotate secret")
      await page.keyboard.press("Enter")
      await page.getByRole("main").getByRole("link", { name: "Rotate the secret" }).first().click()
      assert.include(page.url(), "#rotate-the-secret")
    }))

  it("suggest pages while one types, and are used by keyboard alone", () =>
    withPage({}, async (page) => {
      await page.goto("/docs")
      await page.keyboard.press("/")
      await page.keyboard.type("power hours")
      // Of all that was typed: while one types slowly, there are suggestions for a part of it.
      await page.locator("#suggestions a:first-child[href$='/power-hours']").waitFor()
      await page.keyboard.press("ArrowDown")
      await page.keyboard.press("Enter")
      await page.waitForURL("**/docs/reference/power-hours")
      await page.locator("#in-curl").focus()
      await page.keyboard.press("ArrowRight")
      assert.isTrue(await page.getByText("await fetch(").isVisible())
      await page.goto("/docs/reference/hot-posts")
      assert.isTrue(await page.locator("#in-typescript").isChecked())
    }))

  it("copy a sample, and remember light or dark", () =>
    withPage({ permissions: ["clipboard-read", "clipboard-write"], colorScheme: "light" }, async (page) => {
      await page.goto("/docs/reference/balance")
      await page.locator(".sample.curl").hover()
      await page.getByRole("button", { name: "Copy" }).first().click()
      await page.getByText("Copied").waitFor()
      assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^curl http.*\/balance/)
      await page.getByRole("button", { name: "Light or dark" }).click()
      await page.goto("/docs")
      assert.strictEqual(await page.locator("html").getAttribute("data-theme"), "dark")
    }))
})
