/** On or off, at once. */
import type { ReactNode } from "react"
import styles from "./Toggle.module.css"

export interface ToggleProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean | undefined
  readonly children: ReactNode
}

export const Toggle = ({ checked, onChange, disabled, children }: ToggleProps) => (
  <label className={styles["toggle"]}>
    <input
      type="checkbox"
      role="switch"
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    <span>{children}</span>
  </label>
)
