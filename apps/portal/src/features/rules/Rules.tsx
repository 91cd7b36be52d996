/** All rules, by endpoint, with what each sent lately. */
import type { Endpoint, PortalRule } from "@heddle/api/portal"
import { Link, useSearchParams } from "wouter"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { formatNumber, withoutScheme } from "../../text/Formats.ts"
import { keywordOf, languageTexts, thresholdsOf } from "../../text/RuleWords.ts"
import { useText } from "../../text/Text.tsx"
import { LinkButton } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Page, Section } from "../../ui/Page.tsx"
import { Pager } from "../../ui/Pager.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Table } from "../../ui/Table.tsx"
import { endpointLink, newEndpointLink, newRuleLink, ruleLink, rulesLink, rulesOfLink } from "../Links.ts"
import { NoWebhooks, WebhooksNavigation } from "../WebhooksHeader.tsx"

/** Rules of a page; an endpoint may have 1,000. */
const pageRows = 50
/** Rules of each endpoint where all endpoints are shown. */
const shortRows = 10

const RuleTable = ({ rules }: { readonly rules: ReadonlyArray<PortalRule> }) => {
  const t = useText()
  return (
    <Table
      caption={t("rules.title")}
      rows={rules}
      rowKey={({ rule }) => rule.id}
      href={({ rule }) => ruleLink(rule.id)}
      empty={<Empty>{t("rules.empty")}</Empty>}
      columns={[
        { id: "name", header: t("rule.title"), cell: ({ rule }) => keywordOf(rule) ?? t("rule.trending") },
        {
          id: "needs",
          header: t("rule.needs"),
          wide: true,
          cell: ({ rule }) =>
            thresholdsOf(rule)
              .map(({ id, values }) => t(id, values))
              .join(t("rule.and"))
        },
        { id: "language", header: t("rule.language"), cell: ({ rule }) => t(languageTexts[rule.language]) },
        { id: "day", header: t("rules.day"), align: "end", cell: ({ events24h }) => formatNumber(events24h) },
        { id: "month", header: t("rules.month"), align: "end", cell: ({ events30d }) => formatNumber(events30d) }
      ]}
    />
  )
}

interface OfEndpointProps {
  readonly endpoint: Endpoint
  readonly active: boolean
  /** Whether it is the only one that is shown. */
  readonly alone: boolean
  readonly page: number
}

const pageLink = (endpointId: string, page: number): string =>
  page === 0 ? rulesOfLink(endpointId) : `${rulesOfLink(endpointId)}&page=${page}`

const OfEndpoint = ({ endpoint: { id, url }, active, alone, page }: OfEndpointProps) => {
  const t = useText()
  const { data, error, refetch } = usePortalQuery("webhooks.ListRules", { endpointId: id })
  const from = alone ? page * pageRows : 0
  const to = alone ? from + pageRows : shortRows
  return (
    <Section
      title={withoutScheme(url)}
      actions={
        <>
          <LinkButton href={endpointLink(id)} kind="quiet">
            {t("rules.toEndpoint")}
          </LinkButton>
          {active && <LinkButton href={newRuleLink(id)}>{t("rules.create")}</LinkButton>}
        </>
      }
    >
      <Problem error={error} retry={() => void refetch()} />
      {data === undefined ? error === null && <Loading lines={4} /> : <RuleTable rules={data.slice(from, to)} />}
      {!alone && data !== undefined && data.length > shortRows && (
        <Link href={rulesOfLink(id)}>{t("endpoint.allRules", { count: data.length })}</Link>
      )}
      {alone && data !== undefined && (
        <Pager
          previous={page > 0 ? pageLink(id, page - 1) : undefined}
          next={data.length > to ? pageLink(id, page + 1) : undefined}
        />
      )}
    </Section>
  )
}

const wholePage = (text: string | null): number => (text !== null && /^\d{1,3}$/.test(text) ? Number(text) : 0)

const Rules = () => {
  const t = useText()
  const [search] = useSearchParams()
  const { data, error, refetch } = usePortalQuery("webhooks.ListEndpoints")
  const only = search.get("endpoint")
  const shown = data?.endpoints.filter(({ id }) => only === null || id === only) ?? []
  return (
    <Page title={t("rules.title")} above={<WebhooksNavigation />}>
      <Problem error={error} retry={() => void refetch()} />
      {data !== undefined && !data.active && <NoWebhooks />}
      {data === undefined && error === null && <Loading lines={6} />}
      {data !== undefined && data.endpoints.length === 0 && (
        <Empty
          action={
            data.active && (
              <LinkButton href={newEndpointLink} kind="primary">
                {t("endpoints.create")}
              </LinkButton>
            )
          }
        >
          {t("rules.needEndpoint")}
        </Empty>
      )}
      {only !== null && <Link href={rulesLink}>{t("rules.all")}</Link>}
      {data !== undefined &&
        shown.map((endpoint) => (
          <OfEndpoint
            key={endpoint.id}
            endpoint={endpoint}
            active={data.active}
            alone={only !== null || shown.length === 1}
            page={wholePage(search.get("page"))}
          />
        ))}
    </Page>
  )
}

export default Rules
