/** From nothing to the first successful call, in at most 7 presses, one of which confirms the price. */
import { afterAll, assert, beforeAll, it } from "vitest"
import type { Locator } from "playwright-core"
import { chromiumBrowser } from "../../../../test/support/Chromium.ts"
import { describeWith } from "../../../../test/support/DescribeWith.ts"
import { fillSignUp, openMillis, openSite, password, signUp, type Site } from "./Holder.ts"

describeWith(chromiumBrowser, "First steps in Chromium", (launch) => {
  let site: Site

  beforeAll(async () => {
    site = await openSite(launch)
  }, openMillis)

  afterAll(() => site.close())

  it(
    "lead from sign-up to the first call in 7 presses",
    async () => {
      let presses = 0
      const press = async (button: Locator) => {
        presses += 1
        await button.click()
      }
      const email = "first@example.com"
      const page = await site.visitor()
      await fillSignUp(page, email)
      await press(page.getByRole("button", { name: "Create account" }))
      // The link in the mail.
      presses += 1
      await page.goto(await site.mailedPath(email, "/verify-email"))
      await page.getByLabel("Password", { exact: true }).fill(password)
      await press(page.getByRole("button", { name: "Confirm and sign in" }))
      await page.getByRole("heading", { name: "First steps", level: 1 }).waitFor()
      await press(page.getByRole("button", { name: /Buy API Lite/ }))
      await page.getByRole("dialog").getByText("Payments are simulated here").waitFor()
      await press(page.getByRole("dialog").getByRole("button", { name: "Pay $30" }))
      await press(page.getByRole("button", { name: "Create key", exact: true }))
      const key = (await page.getByRole("group", { name: "API key code" }).textContent()) ?? ""
      assert.match(key, /^hdl_\w+$/)
      const run = page.getByRole("button", { name: "Run here" })
      await press(run)
      await page.getByText(/^Took/).waitFor()
      assert.isAtMost(presses, 7)

      // The snippet contains the key and works as it stands.
      const snippet = (await page.getByRole("group", { name: "curl code" }).textContent()) ?? ""
      assert.include(snippet, key)
      const answer = await fetch(`${site.heddle.baseUrl}/balance`, { headers: { Authorization: `Bearer ${key}` } })
      assert.strictEqual(answer.status, 200)
      await page.getByText("Claude Code").waitFor()
      assert.deepStrictEqual(site.faults(), [])

      // In memory only.
      await page.reload()
      await page.getByText("You have a key").waitFor()
      assert.notInclude(await page.content(), key)
    },
    openMillis
  )
})

describeWith(chromiumBrowser, "A trial in Chromium", (launch) => {
  let site: Site

  beforeAll(async () => {
    site = await openSite(launch, { HEDDLE_TRIAL: "standard, 1000 credits, 14 days" })
  }, openMillis)

  afterAll(() => site.close())

  it(
    "leads from sign-up to an answer in 5 presses without a payment, and leaves every plan for sale",
    async () => {
      // Three presses: create the account, follow the link in the mail, confirm.
      const page = await signUp(site, "trial@example.com")
      await page.getByText(/You have 1,000 trial credits until/).waitFor()
      await page.getByRole("button", { name: "Create key", exact: true }).click()
      const key = (await page.getByRole("group", { name: "API key code" }).textContent()) ?? ""
      await page.getByRole("button", { name: "Run here" }).click()
      await page.getByText(/^Took/).waitFor()

      // What is left of the first steps; then the menu goes without them.
      const post = async (path: string, body: unknown) => {
        const { ok } = await fetch(site.heddle.baseUrl + path, {
          method: "POST",
          headers: {
            authorization: `Bearer ${key}`,
            "content-type": "application/json",
            accept: "application/json, text/event-stream"
          },
          body: JSON.stringify(body)
        })
        assert.isTrue(ok, path)
      }
      const inMenu = page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "First steps" })
      await post("/webhook/endpoints", { url: "http://127.0.0.1:9/hooks" })
      await page.reload()
      await page.getByText("Done").nth(4).waitFor()
      await page.goto("/portal/credits")
      await page.getByText("This is a trial.").waitFor()
      assert.isTrue(await inMenu.isVisible())
      const params = { name: "get_balance", arguments: {} }
      await post("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params })
      await page.goto("/portal/first-steps")
      await page.getByText("Done").nth(5).waitFor()
      await page.goto("/portal/credits")
      await page.getByText("This is a trial.").waitFor()
      assert.isFalse(await inMenu.isVisible())

      await page.getByRole("button", { name: "Buy API Lite" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Pay $30" }).click()
      await page.getByText("It renews as API Lite").waitFor()
      await page.getByRole("cell", { name: "Trial", exact: true }).waitFor()
      assert.deepStrictEqual(site.faults(), [])
    },
    openMillis
  )
})
