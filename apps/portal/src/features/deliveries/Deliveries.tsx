/** The delivery log: each attempt, newest first, by filters of the address. */
import type { DeliveriesQuery, Delivery, DeliveryFilter, Endpoint } from "@heddle/api/portal"
import { useSearch } from "wouter"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { formatDuration, endpointName } from "../../text/Formats.ts"
import { keywordOf } from "../../text/RuleWords.ts"
import { useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { LinkButton } from "../../ui/Button.tsx"
import { Disclosure } from "../../ui/Disclosure.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Page } from "../../ui/Page.tsx"
import { Pager } from "../../ui/Pager.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Note } from "../../ui/Status.tsx"
import { Table } from "../../ui/Table.tsx"
import { deliveriesLink, deliveryLink, endpointLink, recoverPart } from "../Links.ts"
import { WebhooksNavigation } from "../WebhooksHeader.tsx"
import { DeliveryFilters } from "./DeliveryFilters.tsx"
import { filterOf, isFiltered, pageRows, searchOf } from "./Filter.ts"
import { Answer, OutcomeStatus } from "./Attempts.tsx"

/** A cursor leads forward only, so this tab remembers where each page came from. */
const before = new Map<string, string | undefined>()

const rememberPage = (cursor: string | undefined, next: string): void => {
  before.set(next, cursor)
}

/** The cursor of the page before; undefined is the first page, also when it is not known. */
const pageBefore = (cursor: string): string | undefined => before.get(cursor)

/** Names of endpoints and rules; what is deleted keeps its id. */
const namesOf = (endpoints: ReadonlyArray<Endpoint>) => ({
  hosts: new Map(endpoints.map((endpoint) => [endpoint.id, endpointName(endpoint)])),
  rules: new Map(endpoints.flatMap(({ rules }) => rules.map((rule) => [rule.id, rule])))
})

interface RowsProps {
  readonly deliveries: ReadonlyArray<Delivery>
  /** Absent until they are known: nothing counts as deleted before. */
  readonly endpoints: ReadonlyArray<Endpoint> | undefined
  readonly filter: DeliveryFilter
}

const Rows = ({ deliveries, endpoints, filter }: RowsProps) => {
  const t = useText()
  const { hosts, rules } = namesOf(endpoints ?? [])
  const ruleName = ({ ruleId, test }: Delivery): string => {
    if (test) return t("deliveries.test")
    if (ruleId === null) return ""
    const rule = rules.get(ruleId)
    if (rule !== undefined) return keywordOf(rule) ?? t("rule.trending")
    return endpoints === undefined ? "" : t("deliveries.deletedRule")
  }
  return (
    <Table
      caption={t("deliveries.title")}
      rows={deliveries}
      rowKey={({ id }) => id}
      href={({ id }) => deliveryLink(id)}
      lines
      empty={
        isFiltered(filter) ? (
          <Empty action={<LinkButton href={deliveriesLink()}>{t("deliveries.clear")}</LinkButton>}>
            {t("deliveries.noMatch")}
          </Empty>
        ) : (
          <Empty>{t("deliveries.empty")}</Empty>
        )
      }
      columns={[
        { id: "sent", header: t("deliveries.sent"), cell: ({ startedAt }) => <Time at={startedAt} kind="second" /> },
        {
          id: "outcome",
          header: t("deliveries.outcome"),
          corner: true,
          cell: (row) => <OutcomeStatus outcome={row.outcome} />
        },
        { id: "answer", header: t("deliveries.answer"), wide: true, cell: (row) => <Answer delivery={row} /> },
        { id: "rule", header: t("rule.title"), cell: ruleName },
        {
          id: "endpoint",
          header: t("endpoint.title"),
          cell: ({ endpointId }) => (
            <span translate="no">
              {hosts.get(endpointId) ?? (endpoints === undefined ? "" : t("deliveries.deletedEndpoint"))}
            </span>
          )
        },
        {
          id: "attempt",
          header: t("deliveries.attempt"),
          align: "end",
          labelled: true,
          cell: ({ attempt }) => attempt
        },
        {
          id: "time",
          header: t("deliveries.time"),
          align: "end",
          cell: ({ durationMs }) => (durationMs === null ? "…" : formatDuration(durationMs))
        }
      ]}
    />
  )
}

/** All failed events of an endpoint, not only those of a page, are sent again from the endpoint. */
const BulkHint = ({ filter: { endpointId, outcome } }: { readonly filter: DeliveryFilter }) => {
  const t = useText()
  if (outcome !== "failed" || endpointId === undefined) return null
  return (
    <Note tone="info">
      <p>{t("deliveries.recover.hint")}</p>
      <LinkButton href={endpointLink(endpointId, recoverPart)}>{t("deliveries.recover")}</LinkButton>
    </Note>
  )
}

const Deliveries = () => {
  const t = useText()
  const search = useSearch()
  const filter = filterOf(search)
  const cursor = new URLSearchParams(search).get("cursor") ?? undefined
  const query: DeliveriesQuery = { ...filter, limit: pageRows, ...(cursor === undefined ? {} : { cursor }) }
  const log = usePortalQuery("deliveries.ListDeliveries", query, {
    // Pages behind a cursor stay as they are.
    refetchInterval: cursor === undefined && 10_000
  })
  const endpoints = usePortalQuery("webhooks.ListEndpoints")
  const known = endpoints.data?.endpoints ?? []
  const at = searchOf(filter)
  const next = log.data?.nextCursor ?? undefined
  if (next !== undefined && !log.isPlaceholderData) rememberPage(cursor, next)
  const linkTo = (page: string | undefined) => deliveriesLink(page === undefined ? at : { ...at, cursor: page })
  return (
    <Page title={t("deliveries.title")} above={<WebhooksNavigation />}>
      <Disclosure set={Object.keys(filter).length}>
        <DeliveryFilters key={`${search}${known.length}`} filter={filter} endpoints={known} />
      </Disclosure>
      <BulkHint filter={filter} />
      <Problem error={log.error} retry={() => void log.refetch()} />
      {log.data === undefined ? (
        log.error === null && <Loading lines={12} />
      ) : (
        <>
          <Rows deliveries={log.data.deliveries} endpoints={endpoints.data?.endpoints} filter={filter} />
          <Pager
            previous={cursor === undefined ? undefined : linkTo(pageBefore(cursor))}
            next={next === undefined ? undefined : linkTo(next)}
          />
        </>
      )}
    </Page>
  )
}

export default Deliveries
