/** Creates an endpoint. */
import type { EndpointInput } from "@heddle/api/portal"
import { useLocation } from "wouter"
import { usePortalChange, usePortalQuery } from "../../rpc/PortalQuery.ts"
import { useText } from "../../text/Text.tsx"
import { Button, LinkButton } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { fieldOf, Form, FormActions } from "../../ui/Form.tsx"
import { Checkbox, NumberInput, TextInput } from "../../ui/Inputs.tsx"
import { Page } from "../../ui/Page.tsx"
import { endpointLink, endpointsLink } from "../Links.ts"
import { NoWebhooks, WebhooksNavigation } from "../WebhooksHeader.tsx"

const inputOf = (data: FormData): EndpointInput => {
  const cap = fieldOf(data, "dailyCreditCap").trim()
  return {
    url: fieldOf(data, "url").trim(),
    standardWebhooks: data.get("standardWebhooks") !== null,
    ...(cap === "" ? {} : { dailyCreditCap: Number(cap) })
  }
}

const NewEndpoint = () => {
  const t = useText()
  const [, navigate] = useLocation()
  const { data } = usePortalQuery("webhooks.ListEndpoints")
  const create = usePortalChange("webhooks.CreateEndpoint", ["webhooks.ListEndpoints"])
  const active = data?.active ?? true
  return (
    <Page title={t("endpoints.new")} above={<WebhooksNavigation />}>
      {!active && <NoWebhooks />}
      <Form
        error={create.error}
        onSubmit={(form) => create.mutate(inputOf(form), { onSuccess: ({ id }) => navigate(endpointLink(id)) })}
      >
        <Field name="url" label={t("endpoint.url")} hint={t("endpoint.url.hint")}>
          <TextInput type="url" required mono inputMode="url" placeholder="https://example.com/hooks/heddle" />
        </Field>
        <Field name="dailyCreditCap" label={t("endpoint.cap")} hint={t("endpoint.cap.hint")}>
          <NumberInput min={20} max={1_000_000_000} />
        </Field>
        <Checkbox name="standardWebhooks">{t("endpoint.standard")}</Checkbox>
        <FormActions>
          <Button kind="primary" type="submit" busy={create.isPending} disabled={!active}>
            {t("endpoints.create")}
          </Button>
          <LinkButton href={endpointsLink}>{t("ui.cancel")}</LinkButton>
        </FormActions>
      </Form>
    </Page>
  )
}

export default NewEndpoint
