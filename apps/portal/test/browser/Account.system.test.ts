/** The account: password, one-time codes, sessions, changes written down, and its end. */
import { afterAll, assert, beforeAll, it } from "vitest"
import type { Page } from "playwright-core"
import { chromiumBrowser } from "../../../../test/support/Chromium.ts"
import { describeWith } from "../../../../test/support/DescribeWith.ts"
import { openMillis, openSite, password, signUp, type Site } from "./Holder.ts"

const email = "account@example.com"

describeWith(chromiumBrowser, "The account in Chromium", (launch) => {
  let site: Site
  let page: Page

  beforeAll(async () => {
    site = await openSite(launch)
    page = await signUp(site, email)
  }, openMillis)

  afterAll(() => site.close())

  const dialog = () => page.getByRole("dialog")

  it("ends other sessions and writes it down", async () => {
    const other = await site.visitor()
    await other.goto("/sign-in")
    await other.getByLabel("E-mail address").fill(email)
    await other.getByLabel("Password", { exact: true }).fill(password)
    await other.getByRole("button", { name: "Sign in", exact: true }).click()
    await other.waitForURL(/\/portal/)

    await page.goto("/portal/account")
    await page.getByRole("button", { name: "Sign out everywhere else" }).click()
    await dialog()
      .getByText(/1 other session ends at once/)
      .waitFor()
    await dialog().getByRole("button", { name: "Sign out everywhere else" }).click()
    await page.getByText("Ended all other sessions").waitFor()
    await other.goto("/portal/account")
    await other.waitForURL(/\/sign-in/)
  })

  it("changes the password and refuses a wrong one", async () => {
    await page.getByLabel("Current password").fill("not the password")
    await page.getByLabel("New password").fill("another horse battery")
    await page.getByRole("button", { name: "Change password" }).click()
    await page.getByText("is not your password").waitFor()
    await page.getByLabel("Current password").fill(password)
    await page.getByLabel("New password").fill("another horse battery")
    await page.getByRole("button", { name: "Change password" }).click()
    await page.getByText("The password was changed.").waitFor()
    await page.getByText("Changed the password").waitFor()
  })

  it("shows the secret of one-time codes as a picture and as text, and backup codes once", async () => {
    await page.getByRole("button", { name: "Turn on one-time codes" }).click()
    await dialog().getByLabel("Current password").fill("another horse battery")
    await dialog().getByRole("button", { name: "Continue" }).click()
    await dialog()
      .getByRole("img", { name: /QR code/ })
      .waitFor()
    assert.match((await dialog().getByRole("region", { name: "Secret code" }).textContent()) ?? "", /^[A-Z2-7]{16,}$/)
    const turnOn = dialog().getByRole("button", { name: "Turn on", exact: true })
    assert.isTrue(await turnOn.isDisabled())
    await page.keyboard.press("Escape")
    await page.getByText("Off", { exact: true }).waitFor()
  })

  it("is closed only with its address typed", async () => {
    await page.getByRole("button", { name: "Close the account" }).click()
    await dialog().getByText("This cannot be undone").waitFor()
    const close = dialog().getByRole("button", { name: "Close the account" })
    assert.isTrue(await close.isDisabled())
    await dialog().getByRole("textbox").fill(email)
    await close.click()
    await page.waitForURL(/\/sign-in/)
    assert.deepStrictEqual(site.faults(), [])
    await page.getByLabel("E-mail address").fill(email)
    await page.getByLabel("Password", { exact: true }).fill("another horse battery")
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.getByText(/is wrong/).waitFor()
  })
})
