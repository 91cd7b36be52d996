/** The areas of the portal: beside the content, or behind a button where there is no room for them. */
import {
  Activity,
  BookOpen,
  ChartColumn,
  CircleUser,
  Coins,
  FlaskConical,
  House,
  KeyRound,
  ListChecks,
  type LucideIcon,
  Menu,
  Plug,
  Webhook
} from "lucide-react"
import { useEffect, useId, useRef } from "react"
import { Link, useLocation } from "wouter"
import { useFinishedBy } from "../features/first-steps/Finished.ts"
import { usePortalQuery } from "../rpc/PortalQuery.ts"
import { useText } from "../text/Text.tsx"
import type { TextId } from "../text/TextId.ts"
import { isAt } from "../ui/Location.ts"
import styles from "./Navigation.module.css"
import { UserMenu } from "./UserMenu.tsx"

interface Area {
  readonly href: string
  readonly label: TextId
  readonly icon: LucideIcon
}

const firstSteps = "/first-steps"

const areas: ReadonlyArray<Area> = [
  { href: "/overview", label: "nav.overview", icon: House },
  { href: firstSteps, label: "nav.firstSteps", icon: ListChecks },
  { href: "/usage", label: "nav.usage", icon: ChartColumn },
  { href: "/playground", label: "nav.playground", icon: FlaskConical },
  { href: "/webhooks", label: "nav.webhooks", icon: Webhook },
  { href: "/keys", label: "nav.keys", icon: KeyRound },
  { href: "/credits", label: "nav.credits", icon: Coins },
  { href: "/connections", label: "nav.connections", icon: Plug },
  { href: "/account", label: "nav.account", icon: CircleUser },
  { href: "/status", label: "nav.status", icon: Activity }
]

const Mark = () => {
  const t = useText()
  return (
    <Link href="/overview" className={styles["mark"]}>
      <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden focusable={false}>
        <rect width="32" height="32" rx="6" className={styles["cloth"]} />
        <path
          d="M10 6v20M22 6v20M6 13q4-4 8 0t8 0 4 0M6 20q4 4 8 0t8 0 4 0"
          className={styles["thread"]}
          strokeWidth="2.5"
          strokeLinecap="round"
        />
      </svg>
      {t("app.name")}
    </Link>
  )
}

const Areas = () => {
  const t = useText()
  const [location] = useLocation()
  const { data: me } = usePortalQuery("account.Me")
  const finishedBy = useFinishedBy()
  const isFinished = finishedBy !== null && (me === undefined || me.accountId === finishedBy)
  // Whoever reads them keeps their place in the menu.
  const shown = areas.filter(({ href }) => href !== firstSteps || !isFinished || location === firstSteps)
  return (
    <ul className={styles["areas"]}>
      {shown.map(({ href, label, icon: Icon }) => (
        <li key={href}>
          <Link href={href} aria-current={isAt(location, href) ? "page" : undefined}>
            <Icon size={16} aria-hidden focusable={false} />
            {t(label)}
          </Link>
        </li>
      ))}
      <li>
        <a href="/docs" target="_blank" rel="noreferrer">
          <BookOpen size={16} aria-hidden focusable={false} />
          {t("nav.docs")}
        </a>
      </li>
    </ul>
  )
}

/** A native popover: Escape and a press beside it close it, and so does arriving somewhere. */
const NarrowMenu = () => {
  const t = useText()
  const id = useId()
  const menu = useRef<HTMLElement>(null)
  const [location] = useLocation()
  useEffect(() => {
    if (menu.current?.matches(":popover-open") === true) menu.current.hidePopover()
  }, [location])
  return (
    <>
      <button type="button" popoverTarget={id} className={styles["open"]} aria-label={t("app.menu")}>
        <Menu size={20} aria-hidden />
      </button>
      <nav ref={menu} id={id} popover="auto" className={styles["sheet"]} aria-label={t("app.areas")}>
        <Areas />
      </nav>
    </>
  )
}

export const Navigation = () => {
  const t = useText()
  return (
    <header className={styles["bar"]}>
      <div className={styles["narrow"]}>
        <NarrowMenu />
      </div>
      <Mark />
      <nav className={styles["side"]} aria-label={t("app.areas")}>
        <Areas />
      </nav>
      <UserMenu />
    </header>
  )
}
