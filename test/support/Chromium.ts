/** The Chromium of the machine, driven by Playwright, without a sandbox of its own because tests may run as root. */
import { existsSync } from "node:fs"
import { type Browser, chromium } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { Optional } from "./Optional.ts"

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]

/** How long a page may take to show something, on a machine that is busy: `context.setDefaultTimeout`. */
export const pageWaitMillis = 90_000

/** Starts it; the caller closes it. */
export const chromiumBrowser = new Optional({
  thing: "CHROMIUM",
  name: "Chromium",
  remedy: "install the package chromium",
  find: () => {
    const executablePath = places.find((place) => existsSync(place))
    return executablePath === undefined
      ? undefined
      : (): Promise<Browser> => chromium.launch({ executablePath, args: ["--no-sandbox"] })
  }
})

/** Declares one browser for the tests around it. */
export const useBrowser = (launch: () => Promise<Browser>): (() => Browser) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())
  return () => browser
}
