/** The secret that signs events: hidden until somebody asks for it, and renewed with an overlap. */
import { type Endpoint, secretOverlapHours } from "@heddle/api/portal"
import { useState } from "react"
import { usePortalChange } from "../../rpc/PortalQuery.ts"
import { endpointName } from "../../text/Formats.ts"
import { phrase, Words } from "../../text/Phrase.tsx"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { Field } from "../../ui/Field.tsx"
import { Form, FormActions } from "../../ui/Form.tsx"
import { NumberInput } from "../../ui/Inputs.tsx"
import { Section } from "../../ui/Page.tsx"
import { Note } from "../../ui/Status.tsx"
import styles from "./Endpoints.module.css"
import { VerificationCode } from "./VerificationCode.tsx"

interface RotationProps {
  readonly endpoint: Endpoint
  readonly open: boolean
  readonly onClose: () => void
}

const Body = ({ endpoint, onClose }: Omit<RotationProps, "open">) => {
  const t = useText()
  const [hours, setHours] = useState(String(secretOverlapHours.byDefault))
  const rotate = usePortalChange("webhooks.RotateSecret", ["webhooks.ListEndpoints"])
  if (rotate.data !== undefined) {
    const { secret, previousSecretExpiresAt } = rotate.data
    return (
      <div role="status">
        <p>{t("endpoint.rotated")}</p>
        <div className={styles["copied"]}>
          <code translate="no">{secret}</code>
          <CopyButton text={secret} label={t("endpoint.secret.copy")} />
        </div>
        <p>
          <Words phrase={phrase("endpoint.rotated.old", { at: new Date(previousSecretExpiresAt) })} />
        </p>
        <Button kind="primary" onClick={onClose}>
          {t("ui.done")}
        </Button>
      </div>
    )
  }
  const stopsAtOnce = hours.trim() === "0"
  return (
    <Form
      error={rotate.error}
      onSubmit={(data) => rotate.mutate({ endpointId: endpoint.id, overlapHours: Number(data.get("overlapHours")) })}
    >
      <p>{t("endpoint.rotate.hint")}</p>
      <Field
        name="overlapHours"
        label={t("endpoint.overlap")}
        hint={t("endpoint.overlap.hint", { max: secretOverlapHours.atMost })}
      >
        <NumberInput
          required
          min={0}
          max={secretOverlapHours.atMost}
          value={hours}
          onChange={(event) => setHours(event.currentTarget.value)}
        />
      </Field>
      {stopsAtOnce && (
        <Note tone="danger">
          <p>{t("endpoint.overlap.none")}</p>
        </Note>
      )}
      <FormActions>
        <Button onClick={onClose}>{t("ui.cancel")}</Button>
        <Button kind={stopsAtOnce ? "danger" : "primary"} type="submit" busy={rotate.isPending}>
          {t("endpoint.rotate")}
        </Button>
      </FormActions>
    </Form>
  )
}

/** Says what the overlap does, because 0 hours breaks every receiver at once. */
const RotateSecret = (props: RotationProps) => {
  const t = useText()
  const { endpoint, open, onClose } = props
  return (
    <Dialog open={open} onClose={onClose} title={t("endpoint.rotate.title", { host: endpointName(endpoint) })}>
      {open && <Body endpoint={endpoint} onClose={onClose} />}
    </Dialog>
  )
}

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
      <div className={styles["copied"]}>
        <code translate="no">{revealed ? endpoint.secret : hidden(endpoint.secret)}</code>
        <Button aria-pressed={revealed} onClick={() => setRevealed(!revealed)}>
          {t(revealed ? "endpoint.secret.hide" : "endpoint.secret.reveal")}
        </Button>
        <CopyButton text={endpoint.secret} label={t("endpoint.secret.copy")} />
      </div>
      <VerificationCode />
      <RotateSecret endpoint={endpoint} open={rotating} onClose={() => setRotating(false)} />
    </Section>
  )
}
