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
      await page.getByText("You have no plan.").waitFor()
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
      .getByText(/The price is \$100 a month/)
      .waitFor()
    await dialog().getByRole("button", { name: "Pay $100" }).click()
    await page.getByText("It renews as API Standard").waitFor()
    await page.getByText("100,000 credits left").waitFor()

    await page.getByRole("textbox", { name: "Credits", exact: true }).fill("25,000")
    await page.getByText("Enter a multiple of 10,000").waitFor()
    assert.isTrue(await button("Buy credits").isDisabled())
    await page.getByRole("textbox", { name: "Credits", exact: true }).fill("30,000")
    await page.getByText("Price: $30").waitFor()
    await button("Buy credits").click()
    await dialog().getByText("Payments are simulated here").waitFor()
    await dialog().getByRole("button", { name: "Pay $30" }).click()
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

  it("a purchase that was paid has a receipt", async () => {
    await page.goto("/portal/credits")
    await page.getByRole("link", { name: "Receipt" }).first().click()
    await page.getByRole("heading", { name: "Receipt", level: 1 }).waitFor()
    await page.getByText("$30 (USD)").waitFor()
    await page.getByText("credits@example.com").first().waitFor()
    await page.getByRole("button", { name: "Print" }).waitFor()
  })

  it("the way back from a payment says what became of it", async () => {
    await page.goto("/portal/credits?purchase=pur_unknown")
    await page.getByText("not one of yours").waitFor()
  })
})

const instructions = "Transfer to IBAN DE02 1203 0000 0000 2020 51\\nName: Example Ltd"

describeWith(chromiumBrowser, "Orders paid by hand in Chromium", (launch) => {
  let site: Site
  let page: Page

  beforeAll(async () => {
    site = await openSite(launch, {
      HEDDLE_PAYMENTS: "manual",
      HEDDLE_PAYMENT_INSTRUCTIONS: instructions,
      HEDDLE_SELLER: "Example Ltd, 1 High Street"
    })
    page = await signUp(site, "by-hand@example.com")
  }, openMillis)

  afterAll(() => site.close())

  const dialog = () => page.getByRole("dialog")
  const order = () => page.getByRole("article", { name: /^Order buy_/ })

  it("show number, amount and how to pay, and can be cancelled or confirmed", async () => {
    await page.goto("/portal/first-steps")
    await page.getByRole("button", { name: /Buy API Lite/ }).click()
    await dialog().getByText("The operator confirms your payment by hand").waitFor()
    await dialog().getByRole("button", { name: "Order for $30" }).click()
    await page.getByText("How to pay it is under").waitFor()

    await page.goto("/portal/credits")
    await order().getByText("Please pay $30").waitFor()
    await order().getByText("Name: Example Ltd").waitFor()
    await order().getByRole("button", { name: "Cancel order" }).click()
    await dialog().getByRole("button", { name: "Cancel order" }).click()
    await page.getByText("Cancelled", { exact: true }).waitFor()
    assert.strictEqual(await order().count(), 0)

    await page.getByRole("button", { name: "Buy API Lite" }).click()
    await dialog().getByRole("button", { name: "Order for $30" }).click()
    const id = /buy_\w+/.exec((await order().getByRole("heading").textContent()) ?? "")?.[0] ?? ""
    const confirmed = await fetch(`${site.heddle.operatorUrl}/payments/${id}/confirm`, { method: "POST" })
    assert.strictEqual(confirmed.status, 200)
    await page.getByText("15,000 credits left").waitFor()
    await page.getByRole("link", { name: "Receipt" }).click()
    await page.getByText("Example Ltd, 1 High Street").waitFor()
    assert.deepStrictEqual(site.faults(), [])
  })
})
