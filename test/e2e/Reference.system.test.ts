/** `/docs` in a real browser: in our colours, on a phone and on a desk, with nothing from another host. */
import { assert, describe, it } from "vitest"
import type { Page } from "playwright-core"
import { chromiumBrowser, pageWaitMillis, useBrowser } from "../support/Chromium.ts"
import { describeWith } from "../support/DescribeWith.ts"
import { useServer } from "../support/RunningServer.ts"

const backgrounds = { light: "rgb(250, 249, 246)", dark: "rgb(20, 19, 17)" } as const

const looks = [
  { width: 360, colorScheme: "dark" },
  { width: 1280, colorScheme: "light" }
] as const

describeWith(chromiumBrowser, "the API reference", (launch) => {
  const browser = useBrowser(launch)
  const server = useServer()

  const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

  describe.each(looks)("$width px wide, $colorScheme", ({ width, colorScheme }) => {
    it("shows the introduction and an operation, without scrolling sideways", async () => {
      const context = await browser().newContext({
        viewport: { width, height: 900 },
        colorScheme,
        baseURL: server().baseUrl
      })
      context.setDefaultTimeout(pageWaitMillis)
      const page = await context.newPage()
      const faults: Array<string> = []
      page.on("pageerror", ({ message }) => faults.push(message))
      page.on("request", (request) => {
        const url = new URL(request.url())
        if (/^https?:$/.test(url.protocol) && url.origin !== server().baseUrl) faults.push(request.url())
      })
      await page.goto("/docs")
      await page.getByText("Your first call").last().waitFor()
      assert.strictEqual(await page.locator("html").getAttribute("lang"), "en")
      assert.strictEqual(await widthOf(page), width)
      const colour = await page.locator("openapi-explorer").evaluate((one) => getComputedStyle(one).backgroundColor)
      assert.strictEqual(colour, backgrounds[colorScheme])
      await page.goto("/docs#?route=get-/post/search")
      await page.reload()
      await page.getByText("Finds posts that contain the keywords").first().waitFor()
      await page.getByText("Posts per page").locator("visible=true").first().waitFor()
      assert.strictEqual(await widthOf(page), width)
      for (const words of ["Share", "Generate SDKs", "Powered by"]) {
        assert.strictEqual(await page.getByText(words, { exact: true }).count(), 0, words)
      }
      assert.deepStrictEqual(faults, [])
      await context.close()
    })
  })
})
