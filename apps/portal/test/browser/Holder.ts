/** An account holder in a real browser, in front of a real server with a database of its own. */
import type { Browser, Page } from "playwright-core"
import { pageWaitMillis } from "../../../../test/support/Chromium.ts"
import { makeDataDir, removeDataDir } from "../../../../test/support/DataDir.ts"
import { choosePlace, type HeddleProcess, startHeddle } from "../../../../test/support/HeddleProcess.ts"
import { mailedLink } from "../../../../test/support/Operator.ts"

/** Starting a server and signing up, on a machine that is busy. */
export const openMillis = 300_000

export const password = "correct horse battery"

export interface Site {
  readonly heddle: HeddleProcess
  readonly browser: Browser
  /** The link in the last mail to this address, once it is sent. */
  mailedPath(email: string, path: string): Promise<string>
  /** A browser of somebody who is not signed in; at an address of digits, no browser has passkeys. */
  visitor(host?: "127.0.0.1" | "localhost"): Promise<Page>
  /** What went wrong in any page since the last time this was asked. */
  faults(): ReadonlyArray<string>
  close(): Promise<void>
}

export const openSite = async (
  launch: () => Promise<Browser>,
  settings: Readonly<Record<string, string>> = {}
): Promise<Site> => {
  const dataDir = await makeDataDir()
  const heddle = await startHeddle(await choosePlace(dataDir, { HEDDLE_PAYMENTS: "fake", ...settings }))
  const browser = await launch()
  let faults: Array<string> = []

  const mailedPath = async (email: string, path: string) => {
    const { pathname, search } = await mailedLink(heddle, email, path)
    return pathname + search
  }

  const visitor = async (host = "127.0.0.1") => {
    const baseUrl = heddle.baseUrl.replace("127.0.0.1", host)
    const context = await browser.newContext({
      baseURL: baseUrl,
      reducedMotion: "reduce",
      permissions: ["clipboard-read", "clipboard-write"]
    })
    context.setDefaultTimeout(pageWaitMillis)
    const page = await context.newPage()
    page.on("pageerror", (error) => faults.push(error.message))
    page.on("console", (message) => {
      if (/policy|violat/i.test(message.text())) faults.push(message.text())
    })
    page.on("request", (request) => {
      if (!request.url().startsWith(baseUrl) && !request.url().startsWith("blob:")) faults.push(request.url())
    })
    return page
  }

  return {
    heddle,
    browser,
    mailedPath,
    visitor,
    faults: () => {
      const found = faults
      faults = []
      return found
    },
    close: async () => {
      await browser.close()
      await heddle.kill()
      await removeDataDir(dataDir)
    }
  }
}

/** Fills in the form of a new account, up to its button. */
export const fillSignUp = async (page: Page, email: string) => {
  await page.goto("/sign-up")
  await page.getByLabel("Email address").fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
}

/** Sends the form of the page that asks who it is. */
export const signIn = async (page: Page, email: string, secret = password) => {
  await page.getByLabel("Email address").fill(email)
  await page.getByLabel("Password", { exact: true }).fill(secret)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
}

/** A new account, signed in. */
export const signUp = async (site: Site, email: string): Promise<Page> => {
  const page = await site.visitor()
  await fillSignUp(page, email)
  await page.getByRole("button", { name: "Create account" }).click()
  await page.goto(await site.mailedPath(email, "/verify-email"))
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Confirm and sign in" }).click()
  await page.waitForURL(/\/portal/)
  return page
}
