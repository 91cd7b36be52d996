/** Signs in to a running portal, with the one-time link that the server printed. */
import type { Browser, BrowserContext } from "playwright-core"

export type State = Awaited<ReturnType<BrowserContext["storageState"]>>

export const signIn = async (browser: Browser, link: string): Promise<State> => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(link)
  await page.waitForURL("**/portal/**")
  const state = await context.storageState()
  await context.close()
  return state
}

export interface Look {
  readonly language: "en" | "zh-Hant" | "ja"
  readonly width: number
  readonly height: number
  readonly colorScheme: "light" | "dark"
}

/** A page of the portal at `origin`, signed in, as it looks in one language, size and colour scheme. */
export const openPage = async (browser: Browser, origin: string, state: State, look: Look) => {
  const { language, width, height, colorScheme } = look
  const context = await browser.newContext({
    baseURL: origin,
    storageState: state,
    viewport: { width, height },
    colorScheme,
    reducedMotion: "reduce",
    hasTouch: width < 640
  })
  await context.addCookies([{ name: "heddle_lang", value: language, url: origin }])
  return context.newPage()
}
