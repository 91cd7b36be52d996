/**
 * What all screens share, in a real browser against a real server: the frame, the session, two tabs, a slow network,
 * the size of the first screen, and no barrier that axe finds.
 */
import { gzipSync } from "node:zlib"
import type { Page } from "playwright-core"
import { assert, it } from "vitest"
import { chromiumBrowser } from "../../../../test/support/Chromium.ts"
import { describeWith } from "../../../../test/support/DescribeWith.ts"
import { assertAccessible, assertFits, settled, usePortal } from "./Portal.ts"
import { screens } from "./Screens.ts"

/** Of all scripts until the overview shows numbers. */
const firstScreenBytes = 200_000

const numbers = "main section strong"

describeWith(chromiumBrowser, "The portal in Chromium", (launch) => {
  const portal = usePortal(launch)

  /** Until then, a page whose session has ended goes to the sign-in page. */
  const knowsAccount = (page: Page) => page.getByText(portal.email()).first().waitFor({ state: "attached" })

  it("leads to every area, and gives the heading the focus", async () => {
    const { page, close } = await portal.open("/overview")
    await page.keyboard.press("Tab")
    assert.strictEqual(await page.evaluate("document.activeElement.textContent"), "Skip to content")
    await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "API keys" }).click()
    await page.getByRole("heading", { level: 1, name: "API keys" }).waitFor()
    assert.strictEqual(await page.evaluate("document.activeElement.textContent"), "API keys")
    assert.include(await page.title(), "API keys")
    await page.goBack()
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
    await close()
  })

  it("has a menu on a phone that Escape closes", async () => {
    const { page, close } = await portal.open("/overview", { width: 360 })
    const usage = page.getByRole("link", { name: "Usage" })
    assert.isFalse(await usage.isVisible())
    await page.getByRole("button", { name: "Menu" }).click()
    await usage.waitFor()
    await page.keyboard.press("Escape")
    assert.isFalse(await usage.isVisible())
    await page.getByRole("button", { name: "Menu" }).click()
    await usage.click()
    await page.getByRole("heading", { level: 1, name: "Usage" }).waitFor()
    assert.isFalse(await usage.isVisible())
    await assertFits(page, "/usage")
    await close()
  })

  it("remembers language and colours before the first paint", async () => {
    const { page, close } = await portal.open("/overview")
    await page.getByRole("button", { name: "Your account and settings" }).click()
    await page.getByLabel("Colours").selectOption("dark")
    assert.strictEqual(await page.evaluate("document.documentElement.dataset.theme"), "dark")
    await page.getByLabel("Language").selectOption("ja")
    await page.getByRole("heading", { level: 1, name: "概要" }).waitFor()
    const html = await page.request.get("/portal/overview")
    assert.include(await html.text(), '<html lang="ja" data-theme="dark">')
    await close()
  })

  it.each(screens)("has no barrier at %s, light and dark, wide and narrow", async (path) => {
    // Loaded as on a phone; axe looks again after the window has grown and the colours have changed.
    const { page, close } = await portal.open(path, { width: 360, colorScheme: "dark" })
    await settled(page)
    await assertAccessible(page, `${path}, narrow and dark`)
    await assertFits(page, path)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.emulateMedia({ colorScheme: "light" })
    await assertAccessible(page, `${path}, wide and light`)
    await assertFits(page, path)
    await close()
  })

  it("shows numbers after at most 200 KB of scripts", async () => {
    const { page, close } = await portal.open("/status")
    const scripts = new Set<string>()
    page.on("response", (response) => {
      if (response.request().resourceType() === "script") scripts.add(response.url())
    })
    await page.goto("/portal/overview")
    await page.locator(numbers).first().waitFor()
    await page.getByRole("figure").first().waitFor()
    await settled(page)
    // Asked for again: the browser forgets the bodies of a page that it has left.
    const sizes = await Promise.all(
      [...scripts].map(async (url) => {
        const body = await (await page.request.get(url)).body()
        return [url, gzipSync(body, { level: 9 }).length] as const
      })
    )
    const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0)
    assert.isAbove(scripts.size, 3)
    assert.isAtMost(total, firstScreenBytes, JSON.stringify(sizes))
    await close()
  })

  it("keeps the page when the session ends, and goes on after signing in in another tab", async () => {
    const { page, context, faults, close } = await portal.open("/overview")
    await page.locator(numbers).first().waitFor()
    await knowsAccount(page)
    const other = await context.newPage()
    await other.goto("/portal/usage")
    await other.getByRole("heading", { level: 1 }).waitFor()
    await context.clearCookies()
    await page.getByRole("link", { name: "Usage", exact: true }).click()
    const gate = page.getByRole("dialog", { name: "Your session has ended" })
    await gate.waitFor()
    await assertAccessible(page, "the session has ended")
    const [tab] = await Promise.all([context.waitForEvent("page"), gate.getByRole("link").click()])
    await tab.getByLabel("Email address").fill(portal.email())
    await tab.getByLabel("Password", { exact: true }).fill(portal.password())
    await tab.getByRole("button", { name: "Sign in", exact: true }).click()
    // It has nothing else to do.
    if (!tab.isClosed()) await tab.waitForEvent("close")
    await gate.waitFor({ state: "hidden" })
    await page.getByRole("figure").first().waitFor()
    // The calls that told of the end.
    faults.splice(0, faults.length, ...faults.filter((fault) => !fault.includes("401")))
    await close()
  })

  it("tells the other tab of a sign-out", async () => {
    const { page, context, close } = await portal.open("/overview")
    const other = await context.newPage()
    await other.goto("/portal/keys")
    await other.getByRole("button", { name: "Your account and settings" }).click()
    await knowsAccount(other)
    await knowsAccount(page)
    await context.clearCookies()
    await other.getByRole("button", { name: "Sign out" }).click()
    await page.getByRole("dialog", { name: "Your session has ended" }).waitFor()
    await close()
  })

  it("says on a slow network that it loads, and goes on by itself after the network broke off", async () => {
    const { page, context, faults, close } = await portal.open("/status")
    const network = await context.newCDPSession(page)
    await network.send("Network.enable")
    const conditions = { downloadThroughput: -1, uploadThroughput: -1 }
    await network.send("Network.emulateNetworkConditions", { ...conditions, offline: false, latency: 1500 })
    await page.getByRole("link", { name: "Usage", exact: true }).click()
    await page.getByText("Loading").first().waitFor({ state: "attached" })
    await page.getByRole("figure").waitFor()
    await network.send("Network.emulateNetworkConditions", { ...conditions, offline: true, latency: 0 })
    await page.getByText("Type", { exact: true }).click()
    const alert = page.getByRole("alert")
    await alert.getByText("The service did not respond").waitFor()
    await alert.getByRole("button", { name: "Try again" }).waitFor()
    await network.send("Network.emulateNetworkConditions", { ...conditions, offline: false, latency: 0 })
    await page.getByRole("figure").waitFor()
    // What the browser says about requests that failed.
    faults.length = 0
    await close()
  })

  it("says within 5 seconds that the server is gone, and when it is back", async () => {
    const { page, faults, close } = await portal.open("/overview")
    await page.getByRole("list", { name: "Live" }).waitFor()
    const note = page.getByText("The service is not responding.")
    const reconnecting = page.getByText("Reconnecting")
    assert.isFalse(await note.isVisible())
    const { pid } = portal.heddle()
    // It keeps its connections and says nothing: worse than a server that has ended.
    process.kill(pid, "SIGSTOP")
    try {
      await note.waitFor({ timeout: 5000 })
      await reconnecting.waitFor({ timeout: 1000 })
      await assertAccessible(page, "the server is gone")
    } finally {
      process.kill(pid, "SIGCONT")
    }
    await note.waitFor({ state: "hidden", timeout: 5000 })
    await reconnecting.waitFor({ state: "hidden" })
    // What the browser says about requests that failed.
    faults.length = 0
    await close()
  })
})
