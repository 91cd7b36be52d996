/** What a customer sets of an endpoint: the same fields for a new one and for a change. */
import type { Endpoint, EndpointChange } from "@heddle/api/portal"
import { useText } from "../../text/Text.tsx"
import { Field } from "../../ui/Field.tsx"
import { fieldOf } from "../../ui/Form.tsx"
import { Checkbox, NumberInput, TextInput } from "../../ui/Inputs.tsx"

export const endpointOf = (data: FormData): EndpointChange => {
  const name = fieldOf(data, "name").trim()
  const cap = fieldOf(data, "dailyCreditCap").trim()
  return {
    url: fieldOf(data, "url").trim(),
    name: name === "" ? null : name,
    standardWebhooks: data.get("standardWebhooks") !== null,
    dailyCreditCap: cap === "" ? null : Number(cap)
  }
}

export const EndpointFields = ({ endpoint }: { readonly endpoint?: Endpoint }) => {
  const t = useText()
  return (
    <>
      <Field name="url" label={t("endpoint.url")} hint={t("endpoint.url.hint")} malformed="ui.field.url">
        <TextInput
          type="url"
          required
          mono
          inputMode="url"
          placeholder="https://example.com/hooks/heddle"
          defaultValue={endpoint?.url}
        />
      </Field>
      <Field name="name" label={t("endpoint.name")} hint={t("endpoint.name.hint")}>
        <TextInput maxLength={100} defaultValue={endpoint?.name ?? ""} />
      </Field>
      <Field name="dailyCreditCap" label={t("endpoint.cap")} hint={t("endpoint.cap.hint")}>
        <NumberInput min={20} max={1_000_000_000} defaultValue={endpoint?.dailyCreditCap ?? ""} />
      </Field>
      <Checkbox name="standardWebhooks" defaultChecked={endpoint?.standardWebhooks ?? false}>
        {t("endpoint.standard")}
      </Checkbox>
    </>
  )
}
