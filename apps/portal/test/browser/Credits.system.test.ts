/** Plans and top-ups: bought, changed, cancelled and kept, with what each does said before. */
import { afterAll, assert, beforeAll, it } from "vitest"
import type { Page } from "playwright-core"
import { chromiumBrowser } from "../../../../test/support/Chromium.ts"
import { describeWith } from "../../../../test/support/DescribeWith.ts"
import { openMillis, openSite, signUp, type Site } from "./Holder.ts"

describeWith(chromiumBrowser, "Plans and credits in Chromium", (launch) => {
  let site: Site
  let page: Page

  beforeAll(async () => {
    site = await openSite(launch)
    page = await signUp(site, "credits@example.com")
  }, openMillis)

  afterAll(() => site.close())

  const dialog = () => page.getByRole("dialog")
  const button = (name: string) => page.getByRole("button", { name, exact: true })

  it("without a plan, the screens of webhooks say what is missing and lead to it", async () => {
    for (const path of ["/webhooks", "/webhooks/rules", "/webhooks/new"]) {
      await page.goto(`/portal${path}`)
      await page.getByText("Your plan does not include webhooks").waitFor()
      assert.strictEqual(await page.getByRole("link", { name: "Create endpoint" }).count(), 0, path)
    }
    assert.isTrue(await button("Create endpoint").isDisabled())
    await page.goto("/portal/webhooks/deliveries")
    await page.getByText("Nothing has been sent yet").waitFor()
    await page.goto("/portal/webhooks")
    await page.getByRole("link", { name: "See the plans" }).click()
    await page.waitForURL("**/portal/credits")
    assert.deepStrictEqual(site.faults(), [])
  })

  it("a plan is bought, topped up, changed, cancelled and kept", async () => {
    await page.goto("/portal/credits")
    await page.getByText("You have no active plan").waitFor()
    await button("Buy API Standard").click()
    await dialog()
      .getByText(/You pay \$100 now/)
      .waitFor()
    await dialog().getByRole("button", { name: "Pay $100" }).click()
    await page.getByText("It renews as API Standard").waitFor()
    await page.getByText("100,000 credits left").waitFor()

    await page.getByLabel("Number of times 10,000 credits").fill("3")
    await button("Buy 30,000 credits for $30").click()
    await page.getByText("130,000 credits left").waitFor()

    await button("Change to API Lite").click()
    await dialog().getByText("Webhooks stop at that time").waitFor()
    await dialog().getByRole("button", { name: "Change to API Lite" }).click()
    await page.getByText("Your next plan is API Lite").waitFor()
    await button("Keep API Standard").click()
    await dialog().getByRole("button", { name: "Keep API Standard" }).click()
    await page.getByText("It renews as API Standard").waitFor()

    await button("Cancel the plan").click()
    await dialog().getByText("There is no refund").waitFor()
    await dialog().getByRole("button", { name: "Cancel API Standard" }).click()
    await page.getByText("Cancelled: it does not renew").waitFor()
    assert.deepStrictEqual(site.faults(), [])
  })

  it("the way back from a payment says what became of it", async () => {
    await page.goto("/portal/credits?purchase=pur_unknown")
    await page.getByText("not one of yours").waitFor()
  })
})
