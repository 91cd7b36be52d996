/**
 * A person in a real browser: sign-up, the mail (which the server writes to its log), proof of the address, sign-in and
 * sign-out. Nothing may break the pages' own policy, load from elsewhere or leave the width of a phone.
 */
import type { Page } from "playwright-core"
import { assert, it } from "vitest"
import { chromiumBrowser, pageWaitMillis, useBrowser } from "../support/Chromium.ts"
import { describeWith } from "../support/DescribeWith.ts"
import { mailedLink } from "../support/Operator.ts"
import { useServer } from "../support/RunningServer.ts"

const password = "correct horse battery"

describeWith(chromiumBrowser, "The pages in Chromium", (launch) => {
  const browser = useBrowser(launch)
  const heddle = useServer()

  const link = async (email: string, path: string) => (await mailedLink(heddle(), email, path)).href

  /** A page of a new visitor, and what went wrong on it. */
  const visitor = async (width: number, colorScheme: "light" | "dark") => {
    const context = await browser().newContext({
      baseURL: heddle().baseUrl,
      viewport: { width, height: 800 },
      colorScheme,
      hasTouch: width < 640
    })
    context.setDefaultTimeout(pageWaitMillis)
    const page = await context.newPage()
    const faults: Array<string> = []
    page.on("console", (message) => faults.push(message.text()))
    page.on("pageerror", (error) => faults.push(error.message))
    page.on("request", (request) => {
      if (!request.url().startsWith(heddle().baseUrl)) faults.push(request.url())
    })
    return { page, faults, close: () => context.close() }
  }

  const signInAs = async (page: Page, email: string, secret: string) => {
    await page.getByLabel("Email address").fill(email)
    await page.getByLabel("Password", { exact: true }).fill(secret)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
  }

  for (const [width, colorScheme] of [
    [360, "dark"],
    [1280, "light"]
  ] as const) {
    it(`leads from sign-up to sign-out at ${width} pixels, ${colorScheme}`, async () => {
      const email = `${colorScheme}-${width}@example.com`
      const { page, faults, close } = await visitor(width, colorScheme)
      const look = async (name: string) => {
        const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert.strictEqual(overflow, 0, name)
      }
      await page.goto("/sign-in?return_to=/docs/errors")
      await look("sign in")
      await page.getByRole("link", { name: "Create an account" }).click()
      await look("sign up")
      await page.getByLabel("Email address").fill(email)
      await page.getByLabel("Password").fill(password)
      await page.getByRole("button", { name: "Create account" }).click()
      await page.getByRole("heading", { name: "Check your email" }).waitFor()
      await look("check your mail")
      await page.goto(await link(email, "/verify-email"))
      await look("confirm")
      await page.getByLabel("Password").fill("not the password")
      await page.getByRole("button", { name: "Confirm and sign in" }).click()
      await page.getByText("This is not the password you chose").waitFor()
      await look("wrong password")
      await page.getByLabel("Password").fill(password)
      await page.getByRole("button", { name: "Confirm and sign in" }).click()
      await page.waitForURL("**/docs/errors")
      await page.goto("/sign-out")
      await look("sign out")
      await page.getByRole("button", { name: "Sign out" }).click()
      await page.getByText("You are signed out").waitFor()
      await look("signed out")
      await signInAs(page, email, "a wrong password")
      await page.getByRole("alert").waitFor()
      await look("wrong sign in")
      await signInAs(page, email, password)
      await page.waitForURL("**/portal")
      assert.deepStrictEqual(
        faults.filter((fault) => !/status of 40[034]/.test(fault)),
        []
      )
      await close()
    })
  }

  it("sets a new password through the link in the mail", async () => {
    const email = "forgetful@example.com"
    const { page, close } = await visitor(360, "light")
    await page.goto("/sign-up")
    await page.getByLabel("Email address").fill(email)
    await page.getByLabel("Password").fill(password)
    await page.getByRole("button", { name: "Create account" }).click()
    await page.getByRole("heading", { name: "Check your email" }).waitFor()
    await page.goto("/forgot-password")
    await page.getByLabel("Email address").fill(email)
    await page.getByRole("button", { name: "Send the link" }).click()
    await page.goto(await link(email, "/reset-password"))
    await page.getByLabel("New password").fill("another password")
    await page.getByRole("button", { name: "Set password" }).click()
    await page.getByText("Your new password is set").waitFor()
    await signInAs(page, email, "another password")
    await page.waitForURL("**/portal")
    await close()
  })

  it("offers a passkey only where the browser can use it", async () => {
    const without = await browser().newContext({ baseURL: heddle().baseUrl, javaScriptEnabled: false })
    const page = await without.newPage()
    await page.goto("/sign-in")
    assert.isFalse(await page.getByRole("button", { name: "Sign in with a passkey" }).isVisible())
    assert.isTrue(await page.getByRole("button", { name: "Sign in", exact: true }).isVisible())
    await without.close()
  })
})
