/** The page of the documentation that belongs to a screen. In another tab, so that nothing on the screen is lost. */
import { referencePath } from "@heddle/api/snippets"
import { BookOpen } from "lucide-react"
import { useLocation } from "wouter"
import { useText } from "../text/Text.tsx"
import styles from "./Page.module.css"

/** By the beginning of the address; the longest decides. */
const pages: ReadonlyArray<readonly [start: string, page: string]> = [
  ["/overview", "/docs/credits"],
  ["/first-steps", "/docs/quickstart"],
  ["/usage", "/docs/credits#usage-history"],
  ["/playground", "/docs/reference"],
  ["/webhooks", "/docs/webhooks"],
  ["/webhooks/rules", "/docs/concepts#rules"],
  ["/webhooks/deliveries", "/docs/webhooks#delivery-log"],
  ["/keys", "/docs/quickstart"],
  ["/credits", "/docs/credits"],
  ["/connections", "/docs/mcp"]
]

export const docsOf = (location: string): string | undefined => {
  const [, operation] = /^\/playground\/(\w+)/.exec(location) ?? []
  if (operation !== undefined) return referencePath(operation)
  const fitting = pages.filter(([start]) => location === start || location.startsWith(`${start}/`))
  return fitting.toSorted(([one], [other]) => other.length - one.length)[0]?.[1]
}

export const DocsLink = () => {
  const t = useText()
  const [location] = useLocation()
  const page = docsOf(location)
  if (page === undefined) return null
  return (
    <a href={page} target="_blank" rel="noreferrer" className={styles["docs"]}>
      <BookOpen size={16} aria-hidden focusable={false} />
      {t("ui.docs")}
    </a>
  )
}
