/** From nothing to the first successful call, in at most 6 presses. */
import { afterAll, assert, beforeAll, it } from "vitest"
import type { Locator } from "playwright-core"
import { chromiumBrowser } from "../../../../test/support/Chromium.ts"
import { describeWith } from "../../../../test/support/DescribeWith.ts"
import { fillSignUp, openMillis, openSite, password, type Site } from "./Holder.ts"

describeWith(chromiumBrowser, "First steps in Chromium", (launch) => {
  let site: Site

  beforeAll(async () => {
    site = await openSite(launch)
  }, openMillis)

  afterAll(() => site.close())

  it(
    "lead from sign-up to the first call in 6 presses",
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
      await press(page.getByRole("button", { name: "Create key", exact: true }))
      const key = (await page.getByRole("group", { name: "API key code" }).textContent()) ?? ""
      assert.match(key, /^hdl_\w+$/)
      const run = page.getByRole("button", { name: "Run here" })
      await press(run)
      await page.getByText(/^Took/).waitFor()
      assert.isAtMost(presses, 6)

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
