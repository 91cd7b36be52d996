/** The page of the documentation that belongs to a screen. In another tab, so that nothing on the screen is lost. */
import { referencePath } from "@heddle/api/snippets"
import { BookOpen } from "lucide-react"
import { useLocation } from "wouter"
import { useText } from "../text/Text.tsx"
import { closest } from "./Location.ts"
import styles from "./Page.module.css"

/** By screen; the closest decides. */
const pages: ReadonlyArray<{ readonly href: string; readonly docs: string }> = [
  { href: "/overview", docs: "/docs/credits" },
  { href: "/first-steps", docs: "/docs/quickstart" },
  { href: "/usage", docs: "/docs/credits#usage-history" },
  { href: "/playground", docs: "/docs/reference" },
  { href: "/webhooks", docs: "/docs/webhooks" },
  { href: "/webhooks/rules", docs: "/docs/concepts#rules" },
  { href: "/webhooks/deliveries", docs: "/docs/webhooks#delivery-log" },
  { href: "/keys", docs: "/docs/quickstart" },
  { href: "/credits", docs: "/docs/credits" },
  { href: "/connections", docs: "/docs/mcp" }
]

const docsOf = (location: string): string | undefined => {
  const [, operation] = /^\/playground\/(\w+)/.exec(location) ?? []
  if (operation !== undefined) return referencePath(operation)
  return closest(pages, location)?.docs
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
