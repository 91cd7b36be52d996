/** Shows a secret that nobody can show again. It closes only once it was copied or somebody says that it is stored. */
import { type ReactNode, useState } from "react"
import { useText } from "../text/Text.tsx"
import { Button } from "./Button.tsx"
import { CopyButton } from "./CopyButton.tsx"
import { Dialog } from "./Dialog.tsx"
import { Checkbox } from "./Inputs.tsx"
import styles from "./RevealOnce.module.css"

export interface RevealOnceProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly secret: string
  /** What to do with it. */
  readonly children?: ReactNode
}

const Body = ({ secret, children, onClose }: RevealOnceProps) => {
  const t = useText()
  const [stored, setStored] = useState(false)
  return (
    <>
      <p>{t("ui.secret.once")}</p>
      <output className={styles["secret"]} translate="no">
        {secret}
      </output>
      <CopyButton text={secret} onCopied={() => setStored(true)} />
      {children}
      <Checkbox checked={stored} onChange={(event) => setStored(event.currentTarget.checked)}>
        {t("ui.secret.stored")}
      </Checkbox>
      <Button kind="primary" disabled={!stored} onClick={onClose}>
        {t("ui.done")}
      </Button>
    </>
  )
}

export const RevealOnce = (props: RevealOnceProps) => (
  <Dialog open={props.open} onClose={props.onClose} title={props.title} held>
    <Body key={props.secret} {...props} />
  </Dialog>
)
