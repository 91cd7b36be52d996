/** Asks before something that cannot be taken back: names the thing and what follows. */
import type { ReactNode } from "react"
import { useText } from "../text/Text.tsx"
import { Button } from "./Button.tsx"
import { Dialog } from "./Dialog.tsx"
import styles from "./Confirm.module.css"
import { Problem } from "./Problem.tsx"

export interface ConfirmProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  /** What follows, with figures: "3 rules, 12 unsent events; held credits return". */
  readonly consequences: ReactNode
  /** The verb of the button: "Delete key". */
  readonly action: string
  readonly onConfirm: () => void
  readonly busy?: boolean | undefined
  readonly error?: unknown
  /** For actions that take nothing away. */
  readonly kind?: "primary" | "danger"
}

export const Confirm = ({
  open,
  onClose,
  title,
  consequences,
  action,
  onConfirm,
  busy = false,
  error,
  kind = "danger"
}: ConfirmProps) => {
  const t = useText()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button kind={kind} busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <div className={styles["consequences"]}>{consequences}</div>
      <Problem error={error} />
    </Dialog>
  )
}
