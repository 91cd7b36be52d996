/** Creates an endpoint. */
import { useLocation } from "wouter"
import { usePortalChange, usePortalQuery } from "../../rpc/PortalQuery.ts"
import { useText } from "../../text/Text.tsx"
import { Button, LinkButton } from "../../ui/Button.tsx"
import { Form, FormActions } from "../../ui/Form.tsx"
import { Page } from "../../ui/Page.tsx"
import { endpointLink, endpointsLink } from "../Links.ts"
import { NoWebhooks, WebhooksNavigation } from "../WebhooksHeader.tsx"
import { EndpointFields, endpointOf } from "./EndpointFields.tsx"

const NewEndpoint = () => {
  const t = useText()
  const [, navigate] = useLocation()
  const { data } = usePortalQuery("webhooks.ListEndpoints")
  const create = usePortalChange("webhooks.CreateEndpoint", ["webhooks.ListEndpoints", "webhooks.ListEndpointFigures"])
  const active = data?.active ?? true
  return (
    <Page title={t("endpoints.new")} above={<WebhooksNavigation />}>
      {!active && <NoWebhooks />}
      <Form
        error={create.error}
        onSubmit={(form) => create.mutate(endpointOf(form), { onSuccess: ({ id }) => navigate(endpointLink(id)) })}
      >
        <EndpointFields />
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
