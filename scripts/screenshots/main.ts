/**
 * Pictures of every screen of a running portal and of the pages that need no account, to look at: English in both colours,
 * wide and narrow, and the other languages narrow, where texts break. `npm run screenshots -- LINK FOLDER`, with the one-time link that the server
 * printed.
 */
import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { screens } from "../../apps/portal/test/browser/Screens.ts"
import { chromiumBrowser } from "../../test/support/Chromium.ts"
import { type Look, openPage, signIn, type State } from "./Portal.ts"

const [link = "", folder = ""] = process.argv.slice(2)
if (!URL.canParse(link) || folder === "") {
  process.stderr.write("Usage: npm run screenshots -- LINK FOLDER, with the one-time link that the server printed.\n")
  process.exit(1)
}
const { origin } = new URL(link)

const looks: ReadonlyArray<Look> = [
  { language: "en", width: 1280, height: 900, colorScheme: "light" },
  { language: "en", width: 1280, height: 900, colorScheme: "dark" },
  { language: "en", width: 360, height: 900, colorScheme: "light" },
  { language: "en", width: 360, height: 900, colorScheme: "dark" },
  { language: "zh-Hant", width: 360, height: 900, colorScheme: "light" },
  { language: "ja", width: 360, height: 900, colorScheme: "light" }
]

const publicPages = {
  front: "/",
  docs: "/docs",
  guide: "/docs/webhooks",
  reference: "/docs/reference",
  operation: "/docs/reference/search-posts",
  problem: "/problems/insufficient-credits",
  unknown: "/nowhere"
}

const take = async (browser: Browser, state: State, look: Look) => {
  const { language, width, colorScheme } = look
  const page = await openPage(browser, origin, state, look)
  for (const screen of screens) {
    await page.goto(`/portal${screen}`)
    await page.getByRole("heading", { level: 1 }).waitFor()
    await page.waitForFunction(() => document.querySelectorAll("[class*=loading]").length === 0)
    const name = screen.slice(1).replaceAll("/", "-")
    await page.screenshot({ path: join(folder, `${name}-${language}-${width}-${colorScheme}.png`), fullPage: true })
  }
  if (language === "en") {
    for (const [name, path] of Object.entries(publicPages)) {
      await page.goto(path)
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true })
    }
  }
  await page.context().close()
}

await mkdir(folder, { recursive: true })
const browser = await chromiumBrowser.open()()
const state = await signIn(browser, link)
for (const look of looks) await take(browser, state, look)
await browser.close()
