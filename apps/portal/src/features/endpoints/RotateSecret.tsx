/** Renews the signing secret. The dialog says what the overlap does, because 0 hours breaks every receiver at once. */
import { type Endpoint, secretOverlapHours } from "@heddle/api/portal"
import { useState } from "react"
import { usePortalMutation } from "../../rpc/PortalQuery.ts"
import { call } from "../../rpc/Client.ts"
import { useFailure } from "../../rpc/UseFailure.ts"
import { phrase } from "../../text/Phrase.ts"
import { useText } from "../../text/Text.tsx"
import { Words } from "../../text/Words.tsx"
import { Button } from "../../ui/Button.tsx"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { Field } from "../../ui/Field.tsx"
import { Form, FormActions } from "../../ui/Form.tsx"
import { NumberInput } from "../../ui/Inputs.tsx"
import { Note } from "../../ui/Status.tsx"
import { hostOf } from "./Host.ts"
import styles from "./SigningSecret.module.css"

interface Props {
  readonly endpoint: Endpoint
  readonly open: boolean
  readonly onClose: () => void
}

const Body = ({ endpoint, onClose }: Omit<Props, "open">) => {
  const t = useText()
  const [hours, setHours] = useState(String(secretOverlapHours.byDefault))
  const rotate = usePortalMutation(
    (overlapHours: number) => call("webhooks.RotateSecret", { endpointId: endpoint.id, overlapHours }),
    ["webhooks.ListEndpoints"]
  )
  const failure = useFailure(rotate.error)
  if (rotate.data !== undefined) {
    const { secret, previousSecretExpiresAt } = rotate.data
    return (
      <div role="status">
        <p>{t("endpoint.rotated")}</p>
        <div className={styles["secret"]}>
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
    <Form errors={failure} onSubmit={(data) => rotate.mutate(Number(data.get("overlapHours")))}>
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

export const RotateSecret = (props: Props) => {
  const t = useText()
  const { endpoint, open, onClose } = props
  return (
    <Dialog open={open} onClose={onClose} title={t("endpoint.rotate.title", { host: hostOf(endpoint.url) })}>
      {open && <Body endpoint={endpoint} onClose={onClose} />}
    </Dialog>
  )
}
