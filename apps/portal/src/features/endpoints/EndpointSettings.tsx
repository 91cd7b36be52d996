/** What was set of an endpoint, and the dialog that changes it. */
import type { Endpoint } from "@heddle/api/portal"
import { useState } from "react"
import { usePortalChange } from "../../rpc/PortalQuery.ts"
import { endpointName } from "../../text/Formats.ts"
import { useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { Button } from "../../ui/Button.tsx"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { Facts } from "../../ui/Facts.tsx"
import { Form, FormActions } from "../../ui/Form.tsx"
import { Section } from "../../ui/Page.tsx"
import { EndpointFields, endpointOf } from "./EndpointFields.tsx"
import styles from "./Endpoints.module.css"

const Change = ({ endpoint, onClose }: { readonly endpoint: Endpoint; readonly onClose: () => void }) => {
  const t = useText()
  const update = usePortalChange("webhooks.UpdateEndpoint", ["webhooks.ListEndpoints"])
  return (
    <Form
      error={update.error}
      onSubmit={(data) => update.mutate({ endpointId: endpoint.id, ...endpointOf(data) }, { onSuccess: onClose })}
    >
      <p>{t("endpoint.edit.hint")}</p>
      <EndpointFields endpoint={endpoint} />
      <FormActions>
        <Button onClick={onClose}>{t("ui.cancel")}</Button>
        <Button kind="primary" type="submit" busy={update.isPending}>
          {t("ui.save")}
        </Button>
      </FormActions>
    </Form>
  )
}

export const EndpointSettings = ({ endpoint, active }: { readonly endpoint: Endpoint; readonly active: boolean }) => {
  const t = useText()
  const [editing, setEditing] = useState(false)
  const close = () => setEditing(false)
  const { url, name, standardWebhooks, dailyCreditCap, createdAt } = endpoint
  return (
    <Section
      title={t("endpoint.settings")}
      actions={
        <Button disabled={!active} onClick={() => setEditing(true)}>
          {t("endpoint.edit")}
        </Button>
      }
    >
      <Facts
        facts={[
          {
            name: t("endpoint.url"),
            value: (
              <span className={styles["copied"]}>
                <code translate="no">{url}</code>
                <CopyButton text={url} label={t("endpoint.copyUrl")} />
              </span>
            )
          },
          { name: t("endpoint.name"), value: name ?? t("endpoint.noName") },
          {
            name: t("endpoint.cap"),
            value: dailyCreditCap === null ? t("endpoint.noCap") : t("endpoint.capValue", { credits: dailyCreditCap })
          },
          { name: t("endpoint.standardShort"), value: t(standardWebhooks ? "webhooks.yes" : "webhooks.no") },
          { name: t("webhooks.created"), value: <Time at={createdAt} /> }
        ]}
      />
      <Dialog open={editing} onClose={close} title={t("endpoint.edit.title", { name: endpointName(endpoint) })}>
        {editing && <Change endpoint={endpoint} onClose={close} />}
      </Dialog>
    </Section>
  )
}
