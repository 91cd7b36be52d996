/** Keys: created, changed, rotated and deleted by their owner. */
import { afterAll, assert, beforeAll, it } from "vitest"
import type { Page } from "playwright-core"
import { chromiumBrowser } from "../../../../test/support/Chromium.ts"
import { describeWith } from "../../../../test/support/DescribeWith.ts"
import { openMillis, openSite, signUp, type Site } from "./Holder.ts"

describeWith(chromiumBrowser, "Keys in Chromium", (launch) => {
  let site: Site
  let page: Page

  beforeAll(async () => {
    site = await openSite(launch)
    page = await signUp(site, "keys@example.com")
  }, openMillis)

  afterAll(() => site.close())

  const dialog = () => page.getByRole("dialog")
  const shown = async () => (await dialog().locator("output").textContent()) ?? ""
  const statusOf = async (key: string) =>
    (await fetch(`${site.heddle.baseUrl}/balance`, { headers: { Authorization: `Bearer ${key}` } })).status

  it("a leaked key is replaced in one dialog, and the old one stops", async () => {
    await page.goto("/portal/keys")
    await page.getByText("No key yet").waitFor()
    await page.getByRole("button", { name: "Create key" }).first().click()
    await dialog().getByLabel("Name").fill("nightly")
    await dialog()
      .getByLabel(/Credits a month/)
      .fill("500")
    await dialog().getByRole("button", { name: "Create key" }).click()
    await dialog().getByText("only this once").waitFor()
    const old = await shown()
    assert.strictEqual(await statusOf(old), 200)

    // Escape would lose the key: it closes nothing until the key was copied or stored.
    await page.keyboard.press("Escape")
    assert.isTrue(await dialog().isVisible())
    assert.isTrue(await dialog().getByRole("button", { name: "Done" }).isDisabled())
    await dialog().getByRole("button", { name: "Copy" }).click()
    await dialog().getByRole("button", { name: "Done" }).click()
    await page.getByText("1 of 20 keys in use.").waitFor()
    await page.getByText("0 of 500").waitFor()

    await page.getByRole("button", { name: "Rotate nightly" }).click()
    await dialog()
      .getByText(/stops working now/)
      .waitFor()
    await dialog().getByRole("button", { name: "Stop the old key, show a new one" }).click()
    await dialog().getByText("The old key no longer works").waitFor()
    const next = await shown()
    assert.strictEqual(await statusOf(old), 401)
    assert.strictEqual(await statusOf(next), 200)
    await dialog().getByLabel("I have stored it").check()
    await dialog().getByRole("button", { name: "Done" }).click()
    await page.getByText("1 of 20 keys in use.").waitFor()
    assert.deepStrictEqual(site.faults(), [])
  })

  it("a key is renamed, and deleted only with its name typed", async () => {
    await page.getByRole("button", { name: "Change nightly" }).click()
    await dialog().getByLabel("Name").fill("hourly")
    await dialog().getByRole("button", { name: "Save" }).click()
    await page.getByRole("button", { name: "Delete hourly" }).click()
    const remove = dialog().getByRole("button", { name: "Delete key" })
    assert.isTrue(await remove.isDisabled())
    await dialog().getByRole("textbox").fill("hourl")
    assert.isTrue(await remove.isDisabled())
    await dialog().getByRole("textbox").fill("hourly")
    await remove.click()
    await page.getByText("0 of 20 keys in use.").waitFor()
    await page.getByText("2 expired or deleted keys").first().click()
    await page.getByText("Deleted", { exact: true }).first().waitFor()
    assert.deepStrictEqual(site.faults(), [])
  })

  it("says at the field what is wrong with it", async () => {
    await page.getByRole("button", { name: "Create key" }).first().click()
    await dialog().getByLabel("Name").fill("late")
    await dialog()
      .getByLabel(/Expires/)
      .fill("2020-01-01")
    await dialog().getByRole("button", { name: "Create key" }).click()
    await dialog()
      .getByText(/expiresAt|future|past/)
      .first()
      .waitFor()
    await page.keyboard.press("Escape")
  })
})
