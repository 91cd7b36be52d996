/** The forms of a key: a new one is shown once, an old one keeps what it is. */
import type { NewPortalKey, PortalKey } from "@heddle/api/portal"
import { useState } from "react"
import { usePortalChange } from "../../rpc/PortalQuery.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { Field } from "../../ui/Field.tsx"
import { fieldOf, Form, FormActions } from "../../ui/Form.tsx"
import { NumberInput, TextInput } from "../../ui/Inputs.tsx"
import { RevealOnce } from "../../ui/RevealOnce.tsx"

/** What the form of a key says, as the server takes it. */
const text = (data: FormData, name: string): string => fieldOf(data, name).trim()

/** A key lives until the end of the chosen UTC day. */
const endOfDay = (day: string): string | null => (day === "" ? null : `${day}T23:59:59Z`)

/** The chosen day of a key, for the form. */
const expiryDay = ({ expiresAt }: Pick<PortalKey, "expiresAt">): string => expiresAt?.slice(0, 10) ?? ""

/** A number that is not one is left to the server, which says what is wrong with it. */
const limit = (digits: string): number | null => (digits === "" ? null : Number(digits))

export const newKey = (data: FormData) => {
  const expiresAt = endOfDay(text(data, "expiresAt"))
  const creditLimit = limit(text(data, "creditLimit"))
  return {
    name: text(data, "name"),
    ...(expiresAt === null ? {} : { expiresAt }),
    ...(creditLimit === null ? {} : { creditLimit })
  }
}

/** Only what was changed, so that an expiry with another time of day stays as it is. */
export const changedKey = (data: FormData, before: PortalKey) => {
  const name = text(data, "name")
  const day = text(data, "expiresAt")
  const creditLimit = limit(text(data, "creditLimit"))
  return {
    keyId: before.id,
    ...(name === before.name ? {} : { name }),
    ...(day === expiryDay(before) ? {} : { expiresAt: endOfDay(day) }),
    ...(creditLimit === before.creditLimit ? {} : { creditLimit })
  }
}

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
  const create = usePortalChange("keys.CreateKey", ["keys.ListKeys", "account.ListAudit"])
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
  const change = usePortalChange("keys.ChangeKey", ["keys.ListKeys", "account.ListAudit"])
  return (
    <Dialog open onClose={onClose} title={t("keys.change.title", { name: value.name })}>
      <Form error={change.error} onSubmit={(data) => change.mutate(changedKey(data, value), { onSuccess: onClose })}>
        <KeyFields value={value} />
        <p>{t("keys.change.text")}</p>
        <FormActions>
          <Button type="submit" kind="primary" busy={change.isPending}>
            {t("ui.save")}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
