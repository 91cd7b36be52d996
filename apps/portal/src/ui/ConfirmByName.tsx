/** Asks for the name of the thing before it is gone. */
import { type FormEvent, useId, useState } from "react"
import { RichText, useText } from "../text/Text.tsx"
import { Button } from "./Button.tsx"
import styles from "./ConfirmByName.module.css"
import type { ConfirmProps } from "./Confirm.tsx"
import { Dialog } from "./Dialog.tsx"
import { Problem } from "./Problem.tsx"

export interface ConfirmByNameProps extends ConfirmProps {
  /** What has to be typed. */
  readonly name: string
}

const Body = ({ name, consequences, onConfirm, busy = false, error, action, onClose }: ConfirmByNameProps) => {
  const t = useText()
  const id = useId()
  const [typed, setTyped] = useState("")
  const matches = typed.trim() === name.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (matches && !busy) onConfirm()
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
      <Problem error={error} />
      <div className={styles["actions"]}>
        <Button onClick={onClose}>{t("ui.cancel")}</Button>
        <Button kind="danger" type="submit" busy={busy} disabled={!matches}>
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
