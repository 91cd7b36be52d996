/** A new rule on an endpoint. */
import type { Endpoint, Rule, RuleInput } from "@heddle/api/portal"
import { useMemo } from "react"
import { useLocation, useSearchParams } from "wouter"
import { call } from "../../rpc/Client.ts"
import { failureOf } from "../../rpc/Failure.ts"
import { usePortalMutation, usePortalQuery } from "../../rpc/PortalQuery.ts"
import { RichText, useText } from "../../text/Text.tsx"
import { LinkButton } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Page } from "../../ui/Page.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { toast } from "../../ui/Toast.tsx"
import { endpointLink, endpointsLink, newEndpointLink, ruleLink } from "../Links.ts"
import { NoWebhooks, WebhooksNavigation } from "../WebhooksHeader.tsx"
import type { CreationState } from "./CreationNotices.tsx"
import { atRuleFields, emptyDraft, useKeptDraft } from "./Draft.ts"
import { RuleEditor } from "./RuleEditor.tsx"
import { SendExisting } from "./SendExisting.tsx"

interface EditorProps {
  readonly endpoint: Endpoint
  readonly active: boolean
  readonly languages: ReadonlyArray<Rule["language"]>
}

const Editor = ({ endpoint: { id }, active, languages }: EditorProps) => {
  const t = useText()
  const [, navigate] = useLocation()
  const kept = useKeptDraft(`new.${id}`, emptyDraft)
  const create = usePortalMutation(
    (rule: RuleInput) =>
      call("webhooks.CreateRule", { endpointId: id, rule: { ...rule, sendExisting: kept.draft.sendExisting } }),
    ["webhooks.ListEndpoints", "webhooks.ListRules"]
  )
  const failure = useMemo(
    () => (create.error === null ? undefined : atRuleFields(failureOf(create.error))),
    [create.error]
  )
  return (
    <>
      {!active && <NoWebhooks />}
      <RuleEditor
        kept={kept}
        active={active}
        languages={languages}
        savable={active}
        failure={failure}
        busy={create.isPending}
        action={t("rules.create")}
        actions={<LinkButton href={endpointLink(id)}>{t("ui.cancel")}</LinkButton>}
        note={(settled) => (
          <>
            <SendExisting kept={kept} settled={settled} active={active} />
            <p>{t("rule.newNote")}</p>
          </>
        )}
        onSave={(rule) =>
          create.mutate(rule, {
            onSuccess: ({ rule: { id: made }, notices }) => {
              kept.forget()
              toast(t("rule.created"))
              navigate<CreationState>(ruleLink(made), { state: { notices } })
            }
          })
        }
      />
    </>
  )
}

const NewRule = () => {
  const t = useText()
  const [search] = useSearchParams()
  const { data, error, refetch } = usePortalQuery("webhooks.ListEndpoints")
  const wanted = search.get("endpoint")
  const endpoint = data?.endpoints.find(({ id }) => id === wanted)
  return (
    <Page title={t("rules.new")} above={<WebhooksNavigation />}>
      <Problem error={error} retry={() => void refetch()} />
      {data === undefined && error === null && <Loading lines={8} />}
      {data !== undefined &&
        (endpoint === undefined ? (
          <Empty
            action={
              data.endpoints.length === 0 ? (
                <LinkButton href={newEndpointLink} kind="primary">
                  {t("endpoints.create")}
                </LinkButton>
              ) : (
                <LinkButton href={endpointsLink}>{t("endpoints.all")}</LinkButton>
              )
            }
          >
            {t(data.endpoints.length === 0 ? "rules.needEndpoint" : "endpoint.unknown")}
          </Empty>
        ) : (
          <>
            <p>
              <RichText id="rule.sendsTo" components={{ address: <code translate="no">{endpoint.url}</code> }} />
            </p>
            <Editor key={endpoint.id} endpoint={endpoint} active={data.active} languages={data.ruleLanguages} />
          </>
        ))}
    </Page>
  )
}

export default NewRule
