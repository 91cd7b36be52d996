/**
 * The pictures of the portal in `docs/images`, from a demo that has filled in its past and has sent a few events:
 * `npm run screenshots:docs -- LINK`, with the one-time link that the server printed.
 */
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"
import { chromiumBrowser } from "../../test/support/Chromium.ts"
import { type Look, openPage, signIn } from "./Portal.ts"

const [link = ""] = process.argv.slice(2)
if (!URL.canParse(link)) {
  process.stderr.write("Usage: npm run screenshots:docs -- LINK, with the one-time link that the server printed.\n")
  process.exit(1)
}
const { origin } = new URL(link)

const wide = { language: "en", width: 1280, height: 800 } as const

interface Picture {
  readonly look: Look
  readonly fullPage?: boolean
  readonly open: (page: Page) => Promise<unknown>
}

const pictures: Readonly<Record<string, Picture>> = {
  overview: { look: { ...wide, colorScheme: "light" }, open: (page) => page.goto("/portal/overview") },
  rule: {
    look: { ...wide, colorScheme: "light" },
    open: async (page) => {
      await page.goto("/portal/webhooks/rules")
      await page.getByRole("main").getByRole("link", { name: "AI", exact: true }).first().click()
      await page.getByText("that your plan gives you").waitFor()
    }
  },
  delivery: {
    look: { ...wide, colorScheme: "dark" },
    open: async (page) => {
      await page.goto("/portal/webhooks/deliveries")
      await page.getByRole("main").getByRole("table").getByRole("link").first().click()
    }
  },
  playground: {
    look: { ...wide, colorScheme: "dark" },
    fullPage: true,
    open: async (page) => {
      await page.goto("/portal/playground/keywordTrend?keywords=AI,咖啡&days=30")
      await page.getByRole("button", { name: "Run" }).click()
      await page.getByRole("heading", { name: "Response" }).waitFor()
    }
  },
  credits: { look: { ...wide, colorScheme: "light" }, open: (page) => page.goto("/portal/credits") },
  phone: {
    look: { language: "ja", width: 360, height: 780, colorScheme: "dark" },
    open: (page) => page.goto("/portal/overview")
  }
}

const browser = await chromiumBrowser.open()()
const state = await signIn(browser, link)
for (const [name, { look, fullPage = false, open }] of Object.entries(pictures)) {
  const page = await openPage(browser, origin, state, look)
  await open(page)
  await page.getByRole("heading", { level: 1 }).waitFor()
  await page.waitForFunction(() => document.querySelectorAll("[class*=loading]").length === 0)
  const path = fileURLToPath(new URL(`../../docs/images/portal-${name}.png`, import.meta.url))
  await page.screenshot({ path, fullPage })
  await page.context().close()
}
await browser.close()
