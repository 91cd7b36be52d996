/** The account: sessions, password, one-time codes, passkeys, address, applications, and its end. */
import { afterAll, assert, beforeAll, it } from "vitest"
import type { Page } from "playwright-core"
import { Effect } from "effect"
import { codeOf } from "../../../server/test/support/Authenticator.ts"
import { makeApplication } from "../../../../test/mcp/Application.ts"
import { olderClient } from "../../../../test/mcp/ToolClients.ts"
import { chromiumBrowser } from "../../../../test/support/Chromium.ts"
import { describeWith } from "../../../../test/support/DescribeWith.ts"
import { addAuthenticator } from "../../../../test/support/VirtualAuthenticator.ts"
import { jump, jumpingClock } from "../../../../test/support/SkewedClock.ts"
import { openMillis, openSite, password, signIn, signUp, type Site } from "./Holder.ts"

const email = "account@example.com"
const changedEmail = "moved@example.com"
const changedPassword = "another horse battery"
/** After this long, a sign-in is not enough for sensitive changes. */
const recentMillis = 15 * 60_000

describeWith(chromiumBrowser, "The account in Chromium", (launch) => {
  let site: Site
  let page: Page

  beforeAll(async () => {
    site = await openSite(launch, jumpingClock(recentMillis))
    page = await signUp(site, email)
  }, openMillis)

  afterAll(() => site.close())

  const dialog = () => page.getByRole("dialog")

  it("has a table of contents", async () => {
    await page.goto("/portal/account")
    const contents = page.getByRole("navigation", { name: "On this page" })
    await contents.getByRole("link", { name: "Close the account" }).click()
    await page.waitForURL(/#close$/)
    const heading = page.getByRole("heading", { name: "Close the account" })
    assert.isBelow((await heading.boundingBox())?.y ?? Infinity, page.viewportSize()?.height ?? 0)
    // It stays beside what one reads.
    assert.isAtLeast((await contents.boundingBox())?.y ?? -Infinity, 0)
  })

  it("ends other sessions and writes it down", async () => {
    const other = await site.visitor()
    await other.goto("/sign-in")
    await signIn(other, email)
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
    await page.getByLabel("New password").fill(changedPassword)
    await page.getByRole("button", { name: "Change password" }).click()
    await page.getByText("This is not your current password.").waitFor()
    await page.getByLabel("Current password").fill(password)
    await page.getByLabel("New password").fill(changedPassword)
    await page.getByRole("button", { name: "Change password" }).click()
    await page.getByText("The password was changed.").waitFor()
    await page.getByText("Changed the password").waitFor()
  })

  it("asks for a one-time code at sign-in, from when they are turned on until they are turned off", async () => {
    await page.getByRole("button", { name: "Turn on one-time codes" }).click()
    await dialog().getByLabel("Current password").fill(changedPassword)
    await dialog().getByRole("button", { name: "Continue" }).click()
    await dialog()
      .getByRole("img", { name: /QR code/ })
      .waitFor()
    const secret = (await dialog().getByRole("group", { name: "Secret code" }).textContent()) ?? ""
    assert.match(secret, /^[A-Z2-7]{16,}$/)
    const codeOfApp = (later = 0) => Effect.runPromise(codeOf(`otpauth://totp/Heddle?secret=${secret}`, later))
    const [backupCode = ""] = (
      (await dialog().getByRole("group", { name: "Backup codes code" }).textContent()) ?? ""
    ).split("\n")
    const turnOn = dialog().getByRole("button", { name: "Turn on", exact: true })
    assert.isTrue(await turnOn.isDisabled())
    await dialog().getByLabel("I have stored it").check()
    await dialog().getByLabel("Code from the app").fill("000000")
    await turnOn.click()
    await dialog().getByText("This code is wrong").waitFor()
    await dialog()
      .getByLabel("Code from the app")
      .fill(await codeOfApp())
    await turnOn.click()
    await page.getByText("On: signing in with the password also asks for a code").waitFor()
    await page.getByText("Turned on one-time codes").waitFor()

    const other = await site.visitor()
    // The code that turned them on does not count twice.
    for (const code of [await codeOfApp(1), backupCode]) {
      await other.goto("/sign-in")
      await signIn(other, email, changedPassword)
      await other.getByLabel("One-time code").fill(code)
      await other.getByRole("button", { name: "Sign in" }).click()
      await other.waitForURL(/\/portal/)
      await other.goto("/sign-out")
      await other.getByRole("button", { name: "Sign out" }).click()
      await other.getByText("You are signed out").waitFor()
    }
    await other.goto("/sign-in")
    await signIn(other, email, changedPassword)
    await other.getByLabel("One-time code").fill(backupCode)
    await other.getByRole("button", { name: "Sign in" }).click()
    await other.getByText("This code is wrong").waitFor()

    await page.getByRole("button", { name: "Turn off one-time codes" }).click()
    await dialog().getByText("The backup codes stop working").waitFor()
    await dialog().getByLabel("Current password").fill(password)
    await dialog().getByRole("button", { name: "Turn off one-time codes" }).click()
    await dialog().getByText("This is not your current password.").waitFor()
    await dialog().getByLabel("Current password").fill(changedPassword)
    await dialog().getByRole("button", { name: "Turn off one-time codes" }).click()
    await page.getByText("Off", { exact: true }).waitFor()
    await other.goto("/sign-in")
    await signIn(other, email, changedPassword)
    await other.waitForURL(/\/portal/)
    await other.context().close()
  })

  it("gets a passkey that signs in, and loses it again", async () => {
    const other = await site.visitor("localhost")
    await addAuthenticator(other)
    await other.goto("/sign-in?return_to=/portal/account")
    await signIn(other, email, changedPassword)
    await other.getByText("No passkey yet").waitFor()
    const passkeys = other.getByRole("table", { name: "Passkeys" })
    const add = async (name: string) => {
      await other.getByLabel("Name").fill(name)
      await other.getByRole("button", { name: "Add passkey" }).click()
    }
    await add("Laptop")
    await passkeys.getByRole("row", { name: /Laptop.*Never/ }).waitFor()
    await add("Laptop again")
    await other.getByText("This device already has a passkey").waitFor()

    await other.goto("/sign-out")
    await other.getByRole("button", { name: "Sign out" }).click()
    await other.goto("/sign-in?return_to=/portal/account")
    await other.getByRole("button", { name: "Sign in with a passkey" }).click()
    await passkeys.getByRole("row", { name: /Laptop/ }).waitFor()
    assert.strictEqual(await passkeys.getByText("Never").count(), 0)
    await passkeys.getByRole("button", { name: "Delete" }).click()
    await other.getByText("You can no longer sign in with it").waitFor()
    await other.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
    await other.getByText("No passkey yet").waitFor()
    await other.getByText("Deleted the passkey Laptop").waitFor()
    await other.goto("/sign-out")
    await other.getByRole("button", { name: "Sign out" }).click()
    await other.getByRole("button", { name: "Sign in with a passkey" }).click()
    await other.getByText("The passkey was not accepted").waitFor()
    await other.context().close()
  })

  it("changes its address after another sign-in, once the link in the mail was opened", async () => {
    jump(site.heddle.pid)
    const change = async () => {
      await page.getByLabel("Email address").fill(changedEmail)
      await page.getByRole("button", { name: "Change address" }).click()
    }
    await page.goto("/portal/account")
    await change()
    await page.getByText("For this change, you must have signed in within the last 15 minutes").waitFor()
    const link = page.getByRole("link", { name: "Sign in again" })
    const [tab] = await Promise.all([page.context().waitForEvent("page"), link.click()])
    await signIn(tab, email, changedPassword)
    // The tab has done its work.
    if (!tab.isClosed()) await tab.waitForEvent("close")
    await change()
    await page.getByText(`We sent an email to ${changedEmail}`).waitFor()
    const confirmation = await site.mailedPath(changedEmail, "/change-email")
    const anybody = await site.visitor()
    await anybody.goto(confirmation)
    await anybody.getByRole("button", { name: "Confirm" }).click()
    await anybody.getByText(`Your account now has the address ${changedEmail}`).waitFor()
    await anybody.goto(confirmation)
    await anybody.getByRole("button", { name: "Confirm" }).click()
    await anybody.getByText("This link no longer works").waitFor()
    await page.reload()
    await page.getByText("Changed the email address").waitFor()
    assert.strictEqual(await page.getByLabel("Email address").inputValue(), changedEmail)
    await anybody.goto("/sign-in")
    await signIn(anybody, email, changedPassword)
    await anybody.getByText(/is wrong/).waitFor()
    await anybody.context().close()
  })

  it("disconnects an application, whose next call fails", async () => {
    const endpoint = `${site.heddle.baseUrl}/mcp`
    const application = makeApplication({ name: "Assistant" })
    // Nothing listens there, and Chromium's error page would interrupt the next navigation.
    await page.route(`${application.redirectUrl}*`, (route) => route.fulfill({ body: "Signed in" }))
    await olderClient.signIn(endpoint, application, async (authorization) => {
      await page.goto(authorization.href)
      const back = page.waitForRequest((request) => request.url().startsWith(application.redirectUrl))
      await page.getByRole("button", { name: "Allow" }).click()
      const returned = new URL((await back).url())
      await page.getByText("Signed in").waitFor()
      return returned
    })
    const client = await olderClient.connect(endpoint, application)
    assert.isNotEmpty(await client.listTools())
    await page.goto("/portal/connections")
    await page.getByRole("button", { name: "Disconnect Assistant (" }).click()
    await dialog().getByText("Its next call fails").waitFor()
    await dialog().getByRole("button", { name: "Disconnect" }).click()
    await page.getByText("No application is connected").waitFor()
    const refused = await client.listTools().then(
      () => "answered",
      (error: unknown) => (error instanceof Error ? error.constructor.name : "")
    )
    assert.strictEqual(refused, "UnauthorizedError")
    await client.close()
    await page.goto("/portal/account")
    await page.getByText("Disconnected Assistant").waitFor()
    // The application's address, to which the browser was sent back.
    assert.deepStrictEqual(
      site.faults().filter((url) => !url.startsWith(application.redirectUrl)),
      []
    )
  })

  it("is closed only with its address typed", async () => {
    await page.getByRole("button", { name: "Close the account" }).click()
    await dialog().getByText("This cannot be undone").waitFor()
    const close = dialog().getByRole("button", { name: "Close the account" })
    assert.isTrue(await close.isDisabled())
    await dialog().getByRole("textbox").fill(changedEmail)
    await close.click()
    await page.waitForURL(/\/sign-in/)
    assert.deepStrictEqual(site.faults(), [])
    await signIn(page, changedEmail, changedPassword)
    await page.getByText(/is wrong/).waitFor()
  })
})
