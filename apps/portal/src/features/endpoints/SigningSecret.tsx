/** The secret that signs events: hidden until somebody asks for it, and renewed with an overlap. */
import type { Endpoint } from "@heddle/api/portal"
import { useState } from "react"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { Section } from "../../ui/Page.tsx"
import { RotateSecret } from "./RotateSecret.tsx"
import styles from "./SigningSecret.module.css"

interface Props {
  readonly endpoint: Endpoint
  readonly active: boolean
}

const hidden = (secret: string): string => `whsec_${"•".repeat(20)}${secret.slice(-4)}`

export const SigningSecret = ({ endpoint, active }: Props) => {
  const t = useText()
  const [revealed, setRevealed] = useState(false)
  const [rotating, setRotating] = useState(false)
  return (
    <Section
      title={t("endpoint.secret")}
      actions={
        <Button disabled={!active} onClick={() => setRotating(true)}>
          {t("endpoint.rotate")}
        </Button>
      }
    >
      <p>{t("endpoint.secret.hint")}</p>
      <div className={styles["secret"]}>
        <code translate="no">{revealed ? endpoint.secret : hidden(endpoint.secret)}</code>
        <Button aria-pressed={revealed} onClick={() => setRevealed(!revealed)}>
          {t(revealed ? "endpoint.secret.hide" : "endpoint.secret.reveal")}
        </Button>
        <CopyButton text={endpoint.secret} label={t("endpoint.secret.copy")} />
      </div>
      <RotateSecret endpoint={endpoint} open={rotating} onClose={() => setRotating(false)} />
    </Section>
  )
}
