/** One rule: edited in place, with what it did lately, why a post did or did not fire it, and its end. */
import type { Endpoint, Rule as RuleRecord, RuleInput } from "@heddle/api/portal"
import { useMemo } from "react"
import { Link, useParams } from "wouter"
import { call } from "../../rpc/Client.ts"
import { failureOf } from "../../rpc/Failure.ts"
import { usePortalMutation, usePortalQuery } from "../../rpc/PortalQuery.ts"
import { keywordOf } from "../../text/RuleWords.ts"
import { RichText, useText } from "../../text/Text.tsx"
import { Button, LinkButton } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Page, Section } from "../../ui/Page.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { toast } from "../../ui/Toast.tsx"
import { deliveriesLink, endpointLink, rulesLink } from "../Links.ts"
import { NoWebhooks, WebhooksNavigation } from "../WebhooksHeader.tsx"
import { CreationNotices } from "./CreationNotices.tsx"
import { DeleteRule } from "./DeleteRule.tsx"
import { atRuleFields, draftOf, useKeptDraft } from "./Draft.ts"
import { Explain } from "./Explain.tsx"
import { RuleEditor } from "./RuleEditor.tsx"

interface PartProps {
  readonly rule: RuleRecord
  readonly endpoint: Endpoint
  readonly active: boolean
}

const Editor = ({
  rule,
  active,
  languages
}: PartProps & { readonly languages: ReadonlyArray<RuleRecord["language"]> }) => {
  const t = useText()
  const initial = useMemo(() => draftOf(rule), [rule])
  const kept = useKeptDraft(rule.id, initial)
  const save = usePortalMutation(
    (input: RuleInput) => call("webhooks.UpdateRule", { ruleId: rule.id, rule: input }),
    ["webhooks.ListEndpoints", "webhooks.ListRules", "webhooks.ExplainRule"]
  )
  const failure = useMemo(() => (save.error === null ? undefined : atRuleFields(failureOf(save.error))), [save.error])
  return (
    <RuleEditor
      kept={kept}
      active={active}
      languages={languages}
      savable={active && kept.changed}
      edited={rule.id}
      failure={failure}
      busy={save.isPending}
      action={t("ui.save")}
      actions={
        kept.changed && (
          <Button
            onClick={() => {
              kept.forget()
              save.reset()
            }}
          >
            {t("rule.discard")}
          </Button>
        )
      }
      note={() => (
        <>
          {kept.changed && <p>{t("rule.unsaved")}</p>}
          <p>{t("rule.saveNote")}</p>
        </>
      )}
      onSave={(input) =>
        save.mutate(input, {
          onSuccess: () => {
            kept.forget()
            toast(t("rule.saved"))
          }
        })
      }
    />
  )
}

const Events = ({ rule, endpoint }: PartProps) => {
  const t = useText()
  const { data } = usePortalQuery("webhooks.ListRules", { endpointId: endpoint.id })
  const lately = data?.find((one) => one.rule.id === rule.id)
  return (
    <p>
      <RichText
        id="rule.sendsTo"
        components={{
          address: (
            <Link href={endpointLink(endpoint.id)} translate="no">
              {endpoint.url}
            </Link>
          )
        }}
      />
      {lately !== undefined && (
        <>
          {" · "}
          <Link href={deliveriesLink({ rule: rule.id })}>
            {t("rule.events", { day: lately.events24h, month: lately.events30d })}
          </Link>
        </>
      )}
    </p>
  )
}

const Rule = () => {
  const t = useText()
  const { rule: id } = useParams()
  const { data, error, refetch } = usePortalQuery("webhooks.ListEndpoints")
  const endpoint = data?.endpoints.find(({ rules }) => rules.some((one) => one.id === id))
  const rule = endpoint?.rules.find((one) => one.id === id)
  return (
    <Page
      title={rule === undefined ? t("rule.title") : (keywordOf(rule) ?? t("rule.trendingRule"))}
      above={<WebhooksNavigation />}
    >
      <Problem error={error} retry={() => void refetch()} />
      {data === undefined && error === null && <Loading lines={8} />}
      {data !== undefined && (endpoint === undefined || rule === undefined) && (
        <Empty action={<LinkButton href={rulesLink}>{t("rules.all")}</LinkButton>}>{t("rule.unknown")}</Empty>
      )}
      {data !== undefined && endpoint !== undefined && rule !== undefined && (
        <>
          {!data.active && <NoWebhooks />}
          <CreationNotices />
          <Events rule={rule} endpoint={endpoint} active={data.active} />
          <Editor key={rule.id} rule={rule} endpoint={endpoint} active={data.active} languages={data.ruleLanguages} />
          <Section title={t("explain.title")}>
            <Explain key={rule.id} ruleId={rule.id} />
          </Section>
          <DeleteRule rule={rule} endpoint={endpoint} />
        </>
      )}
    </Page>
  )
}

export default Rule
