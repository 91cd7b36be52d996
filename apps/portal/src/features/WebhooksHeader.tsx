/** What stands above the screens of webhooks: the pages of the area, or what a plan without webhooks lacks. */
import { Link, useLocation } from "wouter"
import { usePortalQuery } from "../rpc/PortalQuery.ts"
import type { TextId } from "../text/TextId.ts"
import { useText } from "../text/Text.tsx"
import { closest } from "../ui/Location.ts"
import { Note } from "../ui/Status.tsx"
import { creditsLink, deliveriesLink, endpointsLink, rulesLink } from "./Links.ts"
import styles from "./WebhooksHeader.module.css"

const pages: ReadonlyArray<{ readonly href: string; readonly label: TextId }> = [
  { href: endpointsLink, label: "endpoints.title" },
  { href: rulesLink, label: "rules.title" },
  { href: deliveriesLink(), label: "deliveries.title" }
]

export const WebhooksNavigation = () => {
  const t = useText()
  const [location] = useLocation()
  const current = closest(pages, location)
  return (
    <nav aria-label={t("nav.webhooks")} className={styles["navigation"]}>
      {pages.map(({ href, label }) => (
        <Link key={href} href={href} aria-current={href === current?.href ? "page" : undefined}>
          {t(label)}
        </Link>
      ))}
    </nav>
  )
}

export const NoWebhooks = () => {
  const t = useText()
  const { data: balance, isPending } = usePortalQuery("usage.Balance")
  if (isPending) return null
  return (
    <Note tone="warn">
      <p>{t(balance?.plan === null ? "ui.noPlan" : "ui.noWebhooks")}</p>
      <Link href={creditsLink}>{t("ui.noWebhooks.plans")}</Link>
    </Note>
  )
}
