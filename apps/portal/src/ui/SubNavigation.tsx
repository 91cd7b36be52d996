/** The pages of one area. */
import { Link, useLocation } from "wouter"
import styles from "./SubNavigation.module.css"

export interface SubNavigationProps {
  readonly label: string
  readonly items: ReadonlyArray<{ readonly href: string; readonly label: string }>
}

const isAt = (location: string, href: string): boolean => location === href || location.startsWith(`${href}/`)

export const SubNavigation = ({ label, items }: SubNavigationProps) => {
  const [location] = useLocation()
  // The longest address that fits: `/webhooks` is also the start of `/webhooks/rules`.
  const current = items
    .filter(({ href }) => isAt(location, href))
    .reduce((found, { href }) => (href.length > found.length ? href : found), "")
  return (
    <nav aria-label={label} className={styles["navigation"]}>
      {items.map(({ href, label: name }) => (
        <Link key={href} href={href} aria-current={href === current ? "page" : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
