/** A screen: its heading, which gets the focus after navigation, its actions, and the title of the document. */
import { type ReactNode, useEffect, useRef } from "react"
import { useText } from "../text/Text.tsx"
import { DocsLink } from "./DocsLink.tsx"
import styles from "./Page.module.css"

let first: string | undefined
let left = false

/** Whether this page was reached from another page of the portal. The first page leaves the focus alone. */
const isNavigation = (): boolean => {
  first ??= location.href
  left ||= location.href !== first
  return left
}

export interface PageProps {
  readonly title: string
  /** When the title is a text of somebody, such as a post. */
  readonly titleLanguage?: string | undefined
  /** Where the page is, such as a link to the list it belongs to, or the navigation of its area. */
  readonly above?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export const Page = ({ title, titleLanguage, above, actions, children }: PageProps) => {
  const t = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${t("app.name")}`
  }, [title, t])
  useEffect(() => {
    if (isNavigation()) heading.current?.focus()
  }, [])
  return (
    <main id="content" className={styles["page"]}>
      {above}
      <header className={styles["head"]}>
        <h1 ref={heading} tabIndex={-1} lang={titleLanguage}>
          {title}
        </h1>
        <div className={styles["actions"]}>
          {actions}
          <DocsLink />
        </div>
      </header>
      {children}
    </main>
  )
}

export interface SectionProps {
  /** Where a link of a table of contents leads. */
  readonly id?: string
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export const Section = ({ id, title, actions, children }: SectionProps) => (
  <section id={id} className={styles["section"]}>
    <header className={styles["head"]}>
      <h2>{title}</h2>
      {actions !== undefined && <div className={styles["actions"]}>{actions}</div>}
    </header>
    {children}
  </section>
)

/** A part of a section. */
export const Subsection = ({ id, title, children }: Omit<SectionProps, "actions">) => (
  <section id={id} className={styles["subsection"]}>
    <h3>{title}</h3>
    {children}
  </section>
)
