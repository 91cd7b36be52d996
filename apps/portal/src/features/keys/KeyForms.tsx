/** The forms of a key: a new one is shown once, an old one keeps what it is. */
import type { NewPortalKey, PortalKey } from "@heddle/api/portal"
import { useState } from "react"
import { call } from "../../rpc/Client.ts"
import { usePortalMutation } from "../../rpc/PortalQuery.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { Field } from "../../ui/Field.tsx"
import { Form, FormActions } from "../../ui/Form.tsx"
import { NumberInput, TextInput } from "../../ui/Inputs.tsx"
import { RevealOnce } from "../../ui/RevealOnce.tsx"
import { changedKey, expiryDay, newKey } from "./KeySettings.ts"

const KeyFields = ({ value }: { readonly value?: PortalKey }) => {
  const t = useText()
  return (
    <>
      <Field name="name" label={t("keys.name")} hint={t("keys.name.hint")}>
        <TextInput defaultValue={value?.name} required maxLength={100} autoComplete="off" />
      </Field>
      <Field name="expiresAt" label={t("keys.expiry.label")} hint={t("keys.expiry.hint")}>
        <TextInput type="date" defaultValue={value === undefined ? "" : expiryDay(value)} />
      </Field>
      <Field name="creditLimit" label={t("keys.limit.label")} hint={t("keys.limit.hint")}>
        <NumberInput defaultValue={value?.creditLimit ?? ""} min={0} step={1} />
      </Field>
    </>
  )
}

export const CreateKey = ({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) => {
  const t = useText()
  const [made, setMade] = useState<NewPortalKey>()
  const create = usePortalMutation(
    (settings: ReturnType<typeof newKey>) => call("keys.CreateKey", settings),
    ["keys.ListKeys", "account.ListAudit"]
  )
  const close = () => {
    setMade(undefined)
    create.reset()
    onClose()
  }
  if (made !== undefined) {
    return (
      <RevealOnce open={open} onClose={close} title={t("keys.made.title", { name: made.name })} secret={made.key}>
        <p>{t("keys.made.text")}</p>
      </RevealOnce>
    )
  }
  return (
    <Dialog open={open} onClose={close} title={t("keys.create")}>
      <Form error={create.error} onSubmit={(data) => create.mutate(newKey(data), { onSuccess: setMade })}>
        <KeyFields />
        <FormActions>
          <Button type="submit" kind="primary" busy={create.isPending}>
            {t("keys.create")}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}

export const ChangeKey = ({ value, onClose }: { readonly value: PortalKey; readonly onClose: () => void }) => {
  const t = useText()
  const change = usePortalMutation(
    (settings: ReturnType<typeof changedKey>) => call("keys.ChangeKey", settings),
    ["keys.ListKeys", "account.ListAudit"]
  )
  return (
    <Dialog open onClose={onClose} title={t("keys.change.title", { name: value.name })}>
      <Form error={change.error} onSubmit={(data) => change.mutate(changedKey(data, value), { onSuccess: onClose })}>
        <KeyFields value={value} />
        <p>{t("keys.change.text")}</p>
        <FormActions>
          <Button type="submit" kind="primary" busy={change.isPending}>
            {t("keys.change.save")}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
