/** Endpoints, rules and deliveries: the way from an address to an event, and everything that takes something away. */
import type { Page } from "playwright-core"
import { assert, it } from "vitest"
import { chromiumBrowser } from "../../../../test/support/Chromium.ts"
import { describeWith } from "../../../../test/support/DescribeWith.ts"
import { freePort } from "../../../../test/support/FreePort.ts"
import { assertAccessible, assertFits, usePortal } from "./Portal.ts"

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

/** In the dialog that is open. */
const confirm = (page: Page, name: string) => page.getByRole("dialog").getByRole("button", { name }).click()

describeWith(chromiumBrowser, "Webhooks in Chromium", (launch) => {
  const portal = usePortal(launch)

  it("say in the reader's language that a delivery is not kept", async () => {
    const { page, close } = await portal.open("/webhooks/deliveries/dlv_01M8630000000000000000000", { language: "ja" })
    await page.getByText("この配信はありません").waitFor()
    await page.getByRole("link", { name: "すべての配信" }).waitFor()
    await close()
  })

  it("create an endpoint and a rule, show why a delivery fails, send it again, and delete both", async () => {
    // Nobody listens there, so every attempt is refused.
    const host = `127.0.0.1:${await freePort()}`
    const { page, close } = await portal.open("/webhooks/new")
    await page.getByLabel("URL").fill("https://10.0.0.1/hooks")
    await press(page, "Create endpoint")
    await page.getByText("must resolve to a public address").waitFor()
    await page.getByLabel("URL").fill(`http://${host}/hooks`)
    await press(page, "Create endpoint")
    await page.getByRole("heading", { name: host, level: 1 }).waitFor()
    const endpoint = page.url()

    await page.getByText("Nothing sent yet").waitFor()
    await press(page, "Send test event")
    await page.getByText("Your server refused the connection.").waitFor()

    await page.getByRole("link", { name: "Create rule" }).click()
    await press(page, "Create rule")
    await page.locator("form").getByText("Enter a keyword.").waitFor()
    await page.getByRole("textbox", { name: "Keyword" }).fill("カフェ")
    await page.getByLabel("Likes, at least").fill("10")
    await page.getByText("The keyword `カフェ` is Japanese, and this rule finds only posts in").waitFor()
    await press(page, "Backtest · 10 credits")
    await page.getByText(/^10 credits charged/).waitFor()
    await page.getByRole("textbox", { name: "Keyword" }).fill("台積電")
    await page.getByText(/^10 credits charged/).waitFor({ state: "detached" })
    await page.getByText(/credits a month/).waitFor()
    const chart = page.getByRole("slider")
    await chart.focus()
    const last = await chart.getAttribute("aria-valuetext")
    await page.keyboard.press("ArrowLeft")
    assert.notStrictEqual(await chart.getAttribute("aria-valuetext"), last)
    await page.getByText(/posts? match(es)? now\. Sending/).waitFor()
    await page.getByLabel("Send posts that match already").uncheck()
    await page.getByText(/not sent\. Sending .* would cost/).waitFor()
    await page.reload()
    assert.strictEqual(await page.getByLabel("Likes, at least").inputValue(), "10")
    assert.isFalse(await page.getByLabel("Send posts that match already").isChecked())
    await page.getByLabel("Send posts that match already").check()
    await press(page, "Create rule")
    await page.waitForURL("**/rules/rule_*")
    await page.getByText(/match(es)? this rule now; sending (it|them) costs/).waitFor()
    const rule = page.url()

    await page.goto(`/portal/webhooks/deliveries?outcome=failed&rule=${rule.split("/").at(-1)}`)
    const first = page.getByRole("row").nth(1).getByRole("link")
    await first.waitFor()
    await first.click()
    await page.getByText(/fix it on your side/).waitFor()
    const overview = await portal.open("/overview", { language: "ja" })
    await overview.page.getByText("サーバーが接続を拒否しました。").first().waitFor()
    await overview.close()
    // When ten events have failed by now, the endpoint is delayed.
    await page.getByText(/attempt \d+ of 11|This one is sent .* or later/).waitFor()
    await press(page, "Send again")
    await page.getByText("It is free.").waitFor()
    await confirm(page, "Send again")
    await page.getByText("It is being sent again").waitFor()

    await page.goto(`/portal/webhooks/deliveries?outcome=failed&rule=${rule.split("/").at(-1)}`)
    const choice = page
      .getByRole("row")
      .nth(1)
      .getByRole("checkbox", { name: /^Send again: .*台積電/ })
    await choice.focus()
    await page.keyboard.press("Space")
    await page.getByRole("button", { name: "Send again (1)" }).waitFor()
    const all = page.getByLabel("Select all on this page")
    assert.isFalse(await all.isChecked())
    await all.check()
    assert.isTrue(await choice.isChecked())
    await assertAccessible(page, "the log with a choice")
    await page.getByRole("button", { name: /^Send again \(\d+\)$/ }).click()
    await page.getByText(/events? (is|are) being sent again/).waitFor()
    assert.isFalse(await choice.isChecked())

    await page.goto(endpoint)
    await page.getByText("Success rate").waitFor()
    await page.getByRole("img", { name: /^Requests by UTC day\. .* 0 delivered, [1-9]\d* failed$/ }).waitFor()
    await page
      .getByRole("definition")
      .filter({ has: page.locator("time") })
      .getByRole("link")
      .first()
      .click()
    await page.getByRole("heading", { name: /台積電/, level: 1 }).waitFor()
    await page.getByText(/They come back if the event fails for good/).waitFor()

    await page.goto(rule)
    await page.getByRole("main").getByRole("button", { name: "Delete rule" }).click()
    await page.getByText("Its unsent events are cancelled").waitFor()
    await confirm(page, "Delete rule")
    await page.getByText("The rule “台積電” was deleted").waitFor()
    assert.match(page.url(), /\/webhooks\/rules$/)

    await page.goto(endpoint)
    await press(page, "Edit")
    const form = page.getByRole("dialog")
    await form.getByLabel("URL").fill("https://10.0.0.1/hooks")
    await confirm(page, "Save")
    await form.getByText("must resolve to a public address").waitFor()
    await form.getByLabel("URL").fill(`http://${host}/moved`)
    await form.getByLabel("Name").fill("Staging")
    await assertAccessible(page, "the dialog that edits an endpoint")
    await confirm(page, "Save")
    await page.getByRole("heading", { name: "Staging", level: 1 }).waitFor()
    await page.getByText(`http://${host}/moved`).waitFor()
    await page.getByRole("main").getByRole("button", { name: "Delete endpoint" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByText(/It is in use: \d+ attempts? in the last 24 hours/).waitFor()
    assert.isTrue(await dialog.getByRole("button", { name: "Delete endpoint" }).isDisabled())
    await dialog.getByRole("textbox").fill(host)
    await confirm(page, "Delete endpoint")
    await page.getByText(`${host} was deleted`).waitFor()
    await close()
  }, 180_000)

  it("rotate a secret with an overlap, and warn of none", async () => {
    const { page, close } = await portal.open("/webhooks")
    await page.getByRole("row").nth(1).getByRole("link").first().click()
    await press(page, "Reveal")
    const secret = page.locator("code", { hasText: "whsec_" }).first()
    const before = await secret.innerText()
    await press(page, "Rotate secret")
    const overlap = page.getByLabel("Overlap in hours")
    assert.strictEqual(await overlap.inputValue(), "24")
    await overlap.fill("0")
    await page.getByText(/all old secrets stop working at once/).waitFor()
    await overlap.fill("24")
    await confirm(page, "Rotate secret")
    await page.getByText("This is the new secret.").waitFor()
    await confirm(page, "Done")
    assert.notStrictEqual(await secret.innerText(), before)
    await page.getByText("Code that verifies the signature").click()
    await page.getByText("Python", { exact: true }).click()
    await page.getByText("def verify(").waitFor()
    const docs = page.getByRole("main").getByRole("link", { name: "Docs" })
    assert.strictEqual(await docs.getAttribute("href"), "/docs/webhooks")
    await close()
  })

  it("edit a rule in place, and explain a post", async () => {
    const { page, close } = await portal.open("/webhooks/rules")
    await page.getByRole("link", { name: "Trending" }).click()
    await page.getByText("Lookback in hours").waitFor()
    const address = page.url()
    await page.getByLabel("Likes, at least").fill("3")
    await press(page, "Save")
    await page.locator("form").getByText("Enter at least 500.").waitFor()
    await page.getByLabel("Likes, at least").fill("2100")
    await page.getByText("Not saved yet").waitFor()
    await press(page, "Save")
    await page.getByText("Saved. Takes effect at the next check").waitFor()
    assert.strictEqual(page.url(), address)
    await page.getByLabel("Post", { exact: true }).fill("https://social.example/post/unheard-of")
    await press(page, "Explain")
    await page.getByText("No post with this code is stored.").waitFor()
    await press(page, "Backtest · 10 credits")
    await page.getByText(/^10 credits charged/).waitFor()
    await close()
  }, 120_000)

  it("have details that axe and the window accept, wide and narrow", async () => {
    const { page, close } = await portal.open("/webhooks/rules")
    const addresses: Array<string> = []
    for (const list of ["/webhooks", "/webhooks/rules", "/webhooks/deliveries"]) {
      await page.goto(`/portal${list}`)
      const link = page.getByRole("cell").getByRole("link").first()
      await link.waitFor()
      addresses.push(((await link.getAttribute("href")) ?? "").replace("/portal", ""))
    }
    for (const address of addresses) {
      await page.goto(`/portal${address}`)
      await page.getByRole("heading", { level: 1 }).waitFor()
      await page.waitForLoadState("networkidle")
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 900 })
        await assertFits(page, `${address}, ${width} px wide`)
        await assertAccessible(page, `${address}, ${width} px wide`)
      }
    }
    await close()
  }, 180_000)
})
