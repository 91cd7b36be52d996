/** Asks before something that cannot be taken back: names the thing and what follows. */
import { type FormEvent, type ReactNode, useId, useState } from "react"
import { RichText, useText } from "../text/Text.tsx"
import { Button } from "./Button.tsx"
import styles from "./Confirm.module.css"
import { Dialog } from "./Dialog.tsx"
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
  readonly change: { readonly isPending: boolean; readonly error: unknown }
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
  change,
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
          <Button kind={kind} busy={change.isPending} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <div className={styles["consequences"]}>{consequences}</div>
      <Problem error={change.error} />
    </Dialog>
  )
}

export interface ConfirmByNameProps extends ConfirmProps {
  /** What has to be typed. */
  readonly name: string
}

const Body = ({ name, consequences, onConfirm, change, action, onClose }: ConfirmByNameProps) => {
  const t = useText()
  const id = useId()
  const [typed, setTyped] = useState("")
  const matches = typed.trim() === name.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (matches && !change.isPending) onConfirm()
  }
  return (
    <form onSubmit={submit} className={styles["form"]}>
      <div className={styles["consequences"]}>{consequences}</div>
      <label htmlFor={id}>
        <RichText id="ui.confirm.type" values={{ name }} components={{ name: <strong translate="no" /> }} />
      </label>
      <input
        id={id}
        className={styles["input"]}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Problem error={change.error} />
      <div className={styles["actions"]}>
        <Button onClick={onClose}>{t("ui.cancel")}</Button>
        <Button kind="danger" type="submit" busy={change.isPending} disabled={!matches}>
          {action}
        </Button>
      </div>
    </form>
  )
}

export const ConfirmByName = (props: ConfirmByNameProps) => (
  <Dialog open={props.open} onClose={props.onClose} title={props.title}>
    <Body {...props} />
  </Dialog>
)
