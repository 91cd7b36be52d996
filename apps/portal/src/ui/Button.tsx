/** Buttons act, links lead somewhere. Both can look alike. A busy button keeps its place and the focus. */
import type { ComponentProps, ReactNode } from "react"
import { Link } from "wouter"
import styles from "./Button.module.css"
import { classes } from "./Classes.ts"

export type ButtonKind = "primary" | "secondary" | "danger" | "quiet"

export interface ButtonProps extends ComponentProps<"button"> {
  readonly kind?: ButtonKind
  readonly busy?: boolean | undefined
  /** Like `disabled`, but keeps the focus: for what becomes impossible by pressing the button. */
  readonly idle?: boolean
}

export const Button = ({
  kind = "secondary",
  busy = false,
  idle = false,
  type = "button",
  className,
  onClick,
  ...rest
}: ButtonProps) => (
  <button
    {...rest}
    // oxlint-disable-next-line react/button-has-type -- a component passes one of the three
    type={type}
    aria-disabled={busy || idle || undefined}
    aria-busy={busy || undefined}
    className={classes(styles["button"], styles[kind], className)}
    onClick={(event) => {
      if (busy || idle) event.preventDefault()
      else onClick?.(event)
    }}
  />
)

export interface LinkButtonProps {
  readonly href: string
  readonly kind?: ButtonKind
  readonly children: ReactNode
  readonly className?: string
  /** The address is a file of the server, such as `/portal/usage.csv`. */
  readonly download?: boolean
}

const isOurs = (href: string): boolean => href.startsWith("/") && !href.startsWith("//")

/** `href` is a path within the portal, such as `/keys`, or a whole address of another page. */
export const LinkButton = ({ href, kind = "secondary", children, className, download = false }: LinkButtonProps) => {
  const name = classes(styles["button"], styles[kind], className)
  return isOurs(href) && !download ? (
    <Link href={href} className={name}>
      {children}
    </Link>
  ) : (
    <a href={href} className={name} rel="noreferrer" download={download || undefined}>
      {children}
    </a>
  )
}
