/** Name, expiry and monthly limit of a key. */
import type { PortalKey } from "@heddle/api/portal"
import { useText } from "../../text/Text.tsx"
import { Field } from "../../ui/Field.tsx"
import { NumberInput, TextInput } from "../../ui/Inputs.tsx"
import { expiryDay } from "./KeySettings.ts"

export const KeyFields = ({ value }: { readonly value?: PortalKey }) => {
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
