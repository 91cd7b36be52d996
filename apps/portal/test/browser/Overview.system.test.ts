/** The overview and the usage screen with events that arrive while one looks. */
import { assert, it } from "vitest"
import { chromiumBrowser } from "../../../../test/support/Chromium.ts"
import { describeWith } from "../../../../test/support/DescribeWith.ts"
import { settled, usePortal } from "./Portal.ts"

describeWith(chromiumBrowser, "The overview in Chromium", (launch) => {
  const portal = usePortal(launch)

  it("shows a delivery the moment it happens, and stands still when paused", async () => {
    const { page, close } = await portal.open("/overview")
    const rows = page.getByRole("list", { name: "Live" }).getByRole("listitem")
    await rows.first().waitFor()
    assert.match(await rows.first().innerText(), /Delivered[\s\S]*200/)
    const other = await page.context().newPage()
    await other.goto("/portal/webhooks")
    await other.getByRole("row").nth(1).getByRole("link").click()
    const sendTest = () => other.getByRole("button", { name: "Send test event" }).click()
    const before = await rows.count()
    await sendTest()
    await page.waitForFunction(
      ([count]) => document.querySelectorAll("ol[aria-label=Live] > li").length > (count ?? 0),
      [before]
    )
    await page.getByRole("button", { name: "Pause" }).click()
    const held = await rows.count()
    await sendTest()
    await page.getByRole("button", { name: /Resume \(\d+ new\)/ }).waitFor()
    assert.strictEqual(await rows.count(), held)
    await page.getByRole("button", { name: /Resume/ }).click()
    await page.waitForFunction(
      ([count]) => document.querySelectorAll("ol[aria-label=Live] > li").length > (count ?? 0),
      [held]
    )
    await close()
  })

  it("begins the chart with the account, and shows it as a table", async () => {
    const { page, close } = await portal.open("/overview")
    const chart = page.getByRole("slider")
    await chart.focus()
    assert.include(await chart.getAttribute("aria-valuetext"), "(so far)")
    assert.strictEqual(await chart.getAttribute("aria-valuemax"), "0")
    await page.getByRole("switch", { name: "Table" }).click()
    await page.getByRole("columnheader", { name: "Day (UTC)" }).waitFor()
    await close()
  })

  it("keeps the filters of the usage screen in its address", async () => {
    const { page, close } = await portal.open("/usage")
    await settled(page)
    await page.getByRole("search").getByLabel("Interface").selectOption("webhook")
    await page.waitForURL("**/usage?via=webhook")
    // An endpoint is called by its address, not by its id.
    await page
      .getByRole("row")
      .nth(1)
      .getByText(/webhook 127\.0\.0\.1:\d+/)
      .waitFor()
    await page.reload()
    assert.strictEqual(await page.getByRole("search").getByLabel("Interface").inputValue(), "webhook")
    const csv = page.getByRole("link", { name: "Download CSV" })
    assert.strictEqual(await csv.getAttribute("href"), "/portal/usage.csv?via=webhook")
    await page.getByLabel("Request id").fill("req_unknown")
    await page.getByRole("button", { name: "Find" }).click()
    await page.getByText("No call with this id was charged").waitFor()
    await close()
  })

  it.each(["/usage", "/webhooks/deliveries"])("keeps the list of %s near on a phone", async (path) => {
    const { page, close } = await portal.open(path, { width: 360 })
    await settled(page)
    const filter = page.getByRole("combobox", { name: path === "/usage" ? "Interface" : "Outcome" })
    assert.isFalse(await filter.isVisible())
    const row = page.getByRole("row").nth(1)
    await row.waitFor()
    assert.isBelow((await row.boundingBox())?.height ?? Infinity, 120)
    await page.getByRole("button", { name: "Filters" }).click()
    await filter.selectOption({ index: 1 })
    assert.isTrue(await filter.isVisible())
    await close()
  })
})
