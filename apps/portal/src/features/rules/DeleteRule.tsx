/** Deletes a rule, and says what that ends. */
import type { Endpoint, Rule } from "@heddle/api/portal"
import { Effect } from "effect"
import { useState } from "react"
import { useLocation } from "wouter"
import { call } from "../../rpc/Client.ts"
import { usePortalMutation, usePortalQuery } from "../../rpc/PortalQuery.ts"
import { keywordOf } from "../../text/RuleWords.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { Confirm } from "../../ui/Confirm.tsx"
import { Section } from "../../ui/Page.tsx"
import { toast } from "../../ui/Toast.tsx"
import { rulesLink } from "../Links.ts"

interface Props {
  readonly rule: Rule
  readonly endpoint: Endpoint
}

export const DeleteRule = ({ rule, endpoint }: Props) => {
  const t = useText()
  const [, navigate] = useLocation()
  const [open, setOpen] = useState(false)
  const { data } = usePortalQuery("webhooks.ListRules", { endpointId: endpoint.id })
  const lately = data?.find((one) => one.rule.id === rule.id)
  const name = keywordOf(rule) ?? t("rule.trendingRule")
  const remove = usePortalMutation(
    // Leaves before the lists are asked again, because this page has nothing to show then.
    (ruleId: Rule["id"]) =>
      Effect.tap(call("webhooks.DeleteRule", { ruleId }), () =>
        Effect.sync(() => {
          toast(t("rule.deleted", { name }))
          navigate(rulesLink)
        })
      ),
    ["webhooks.ListEndpoints", "webhooks.ListRules", "deliveries.ListDeliveries", "usage.Balance"]
  )
  return (
    <Section
      title={t("rule.delete")}
      actions={
        <Button kind="danger" onClick={() => setOpen(true)}>
          {t("rule.delete")}
        </Button>
      }
    >
      <p>{t("rule.delete.hint")}</p>
      <Confirm
        open={open}
        onClose={() => {
          setOpen(false)
          remove.reset()
        }}
        title={t("rule.delete.title", { name })}
        consequences={
          <ul>
            {lately !== undefined && (
              <li>{t("rule.delete.recent", { day: lately.events24h, month: lately.events30d })}</li>
            )}
            <li>{t("rule.delete.unsent")}</li>
            <li>{t("rule.delete.memory")}</li>
          </ul>
        }
        action={t("rule.delete")}
        change={remove}
        onConfirm={() => remove.mutate(rule.id)}
      />
    </Section>
  )
}
