/** The dialog itself; `Dialog.tsx` loads it. */
import { CSPProvider } from "@base-ui/react/csp-provider"
import { Dialog as BaseDialog } from "@base-ui/react/dialog"
import { X } from "lucide-react"
import type { ReactNode } from "react"
import { useText } from "../text/Text.tsx"
import { classes } from "./Classes.ts"
import styles from "./Dialog.module.css"

export interface DialogProps {
  readonly open: boolean
  /** Called by Escape, by the close button, and by a press beside the dialog. */
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  /** Buttons at the end; `Dialog` adds none. */
  readonly actions?: ReactNode
  /** Stays open until `open` changes: no Escape, no press beside it, no close button. */
  readonly held?: boolean | undefined
  readonly wide?: boolean | undefined
}

const Close = () => {
  const t = useText()
  return (
    <BaseDialog.Close className={styles["close"]} aria-label={t("ui.close")}>
      <X size={18} aria-hidden />
    </BaseDialog.Close>
  )
}

const DialogPanel = ({ open, onClose, title, children, actions, held = false, wide = false }: DialogProps) => (
  <CSPProvider disableStyleElements>
    <BaseDialog.Root
      open={open}
      disablePointerDismissal={held}
      onOpenChange={(opened) => {
        if (!opened && !held) onClose()
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles["veil"]} />
        <BaseDialog.Popup className={classes(styles["panel"], wide && styles["wide"])}>
          <header className={styles["head"]}>
            <BaseDialog.Title>{title}</BaseDialog.Title>
            {!held && <Close />}
          </header>
          <div className={styles["body"]}>{children}</div>
          {actions !== undefined && <footer className={styles["actions"]}>{actions}</footer>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  </CSPProvider>
)

export default DialogPanel
