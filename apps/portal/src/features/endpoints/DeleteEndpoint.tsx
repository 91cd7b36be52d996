/** Deletes an endpoint, once its host was typed. Says what goes with it, and whether it is in use. */
import type { Endpoint } from "@heddle/api/portal"
import { Effect } from "effect"
import { useState } from "react"
import { useLocation } from "wouter"
import { call } from "../../rpc/Client.ts"
import { usePortalMutation, usePortalQuery } from "../../rpc/PortalQuery.ts"
import { hostOf } from "../../text/Formats.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { ConfirmByName } from "../../ui/Confirm.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Section } from "../../ui/Page.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { toast } from "../../ui/Toast.tsx"
import { endpointsLink } from "../Links.ts"

const Consequences = ({ id }: Pick<Endpoint, "id">) => {
  const t = useText()
  const { data, error } = usePortalQuery("webhooks.EndpointUse", { endpointId: id })
  if (data === undefined) return error === null ? <Loading lines={3} /> : <Problem error={error} />
  return (
    <>
      <ul>
        <li>{t("endpoint.delete.rules", { count: data.rules })}</li>
        <li>{t("endpoint.delete.unsent", { count: data.unsentEvents })}</li>
        <li>{t("endpoint.delete.recent", { count: data.deliveries24h })}</li>
      </ul>
      <p>{t("endpoint.delete.kept")}</p>
    </>
  )
}

export const DeleteEndpoint = ({ endpoint: { id, url } }: { readonly endpoint: Endpoint }) => {
  const t = useText()
  const [, navigate] = useLocation()
  const [open, setOpen] = useState(false)
  const host = hostOf(url)
  const remove = usePortalMutation(
    // Leaves before the lists are asked again, because this page has nothing to show then.
    (endpointId: Endpoint["id"]) =>
      Effect.tap(call("webhooks.DeleteEndpoint", { endpointId }), () =>
        Effect.sync(() => {
          toast(t("endpoint.deleted", { host }))
          navigate(endpointsLink)
        })
      ),
    ["webhooks.ListEndpoints", "webhooks.ListRules", "deliveries.ListDeliveries", "webhooks.ListRecoveries"]
  )
  return (
    <Section
      title={t("endpoint.delete")}
      actions={
        <Button kind="danger" onClick={() => setOpen(true)}>
          {t("endpoint.delete")}
        </Button>
      }
    >
      <p>{t("endpoint.delete.hint")}</p>
      <ConfirmByName
        open={open}
        onClose={() => {
          setOpen(false)
          remove.reset()
        }}
        title={t("endpoint.delete.title", { host })}
        name={host}
        consequences={open && <Consequences id={id} />}
        action={t("endpoint.delete")}
        change={remove}
        onConfirm={() => remove.mutate(id)}
      />
    </Section>
  )
}
