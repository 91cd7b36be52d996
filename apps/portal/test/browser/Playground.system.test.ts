/** The playground: price first, then the answer; the address keeps the call. */
import { readFile } from "node:fs/promises"
import { afterAll, assert, beforeAll, it } from "vitest"
import type { Page } from "playwright-core"
import { chromiumBrowser } from "../../../../test/support/Chromium.ts"
import { describeWith } from "../../../../test/support/DescribeWith.ts"
import { ingest } from "../../../../test/support/Operator.ts"
import { openMillis, openSite, signUp, type Site } from "./Holder.ts"
import { assertAccessible } from "./Portal.ts"

describeWith(chromiumBrowser, "The playground in Chromium", (launch) => {
  let site: Site
  let page: Page

  beforeAll(async () => {
    site = await openSite(launch)
    page = await signUp(site, "playground@example.com")
    await page.goto("/portal/first-steps")
    await page.getByRole("button", { name: /Buy API Lite/ }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Pay $30" }).click()
    await page.getByRole("button", { name: "Run here", disabled: false }).waitFor()
  }, openMillis)

  afterAll(() => site.close())

  it("shows the price of what was typed, runs it, and draws the answer", async () => {
    await page.goto("/portal/playground")
    await page.getByRole("link", { name: "Keyword trend" }).click()
    await page.getByRole("heading", { name: "Keyword trend", level: 1 }).waitFor()
    await page.getByLabel("keywords").fill('咖啡,it\'s "tea"')
    await page.getByText("This call costs at most 42 credits. You have 15,000.").waitFor()
    await page.getByRole("button", { name: "Run" }).click()
    await page.getByText("and 42 credits. 14,958 left.").waitFor()
    await page.getByRole("figure", { name: "Posts by UTC day" }).waitFor()
    assert.include(
      (await page.getByRole("group", { name: "curl code" }).textContent()) ?? "",
      String.raw`--data-urlencode 'keywords=咖啡,it'\''s "tea"'`
    )
    // The address is the call.
    await page.reload()
    assert.strictEqual(await page.getByLabel("keywords").inputValue(), '咖啡,it\'s "tea"')
    assert.deepStrictEqual(site.faults(), [])
  })

  it("shows what strangers wrote as text, whatever it is", async () => {
    const marker = "document.title='stolen'"
    const caption = `We saw a wombat at the zoo <img src=x onerror="${marker}"><script>${marker}</script><a href="javascript:${marker}">me</a>`
    const written = Math.floor(Date.now() / 1000) - 3600
    const line = { type: "post", code: "hostile-1", username: "strange_r", caption, post_timestamp: written }
    assert.deepInclude(await ingest(site.heddle, JSON.stringify(line)), { accepted: 1 })
    await page.goto("/portal/playground/searchPosts?keywords=wombat&language=en")
    await page.getByRole("button", { name: "Run" }).click()
    await page.getByText("JSON", { exact: true }).click()
    await page.getByText("We saw a wombat at the zoo <img src=x").first().waitFor()
    assert.strictEqual(await page.locator("img[src=x], a[href^=javascript]").count(), 0)
    assert.notStrictEqual(await page.title(), "stolen")
    assert.deepStrictEqual(site.faults(), [])
  })

  it("shows a list as a table that sorts and downloads, and an empty one as a sentence", async () => {
    await page.goto("/portal/playground/searchPosts?keywords=wombat&language=en")
    await page.getByRole("button", { name: "Run" }).click()
    await page.getByText("Table", { exact: true }).click()
    const header = page.getByRole("columnheader", { name: "Likes" })
    await header.getByRole("button").click()
    assert.strictEqual(await header.getAttribute("aria-sort"), "descending")
    await assertAccessible(page, "a table")
    const downloading = page.waitForEvent("download")
    await page.getByRole("button", { name: "Download CSV" }).click()
    const file = await (await downloading).path()
    assert.include(await readFile(file, "utf8"), "hostile-1")
    await page.goto("/portal/playground/searchPosts?keywords=nobodywritesthis&language=en")
    await page.getByRole("button", { name: "Run" }).click()
    await page.getByText("The response has no rows.").waitFor()
    assert.deepStrictEqual(site.faults(), [])
  })

  it("asks for hours in the reader's time, or in UTC if they choose so", async () => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send("Emulation.setTimezoneOverride", { timezoneId: "Asia/Taipei" })
    await page.goto("/portal/playground/powerHours")
    assert.strictEqual(await page.getByLabel("Time zone", { exact: true }).inputValue(), "480")
    await page.getByText("utc_offset=480").waitFor()
    await page.getByRole("button", { name: "playground@example.com" }).click()
    const reloaded = page.waitForEvent("load")
    await page.locator("select:has(option[value=utc])").selectOption("utc")
    await reloaded
    await page.goto("/portal/playground/powerHours")
    assert.strictEqual(await page.getByLabel("Time zone", { exact: true }).inputValue(), "0")
    await devtools.detach()
  })

  it("says what is wrong before anything runs", async () => {
    await page.goto("/portal/playground/userTopThreads?username=ann&days=500")
    await page.getByText(/days: must be a whole number from 1 to 90/).waitFor()
  })

  it("is honest about an operation that does not exist", async () => {
    await page.goto("/portal/playground/nothing")
    await page.getByText("There is no operation called nothing.").waitFor()
  })
})
