/** The delivery log: each attempt, newest first, by filters of the address. */
import type { DeliveriesQuery, DeliveryFilter, EventId } from "@heddle/api/portal"
import { type ComponentProps, useState } from "react"
import { useSearch } from "wouter"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { useText } from "../../text/Text.tsx"
import { LinkButton } from "../../ui/Button.tsx"
import { Disclosure } from "../../ui/Disclosure.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Page } from "../../ui/Page.tsx"
import { Pager } from "../../ui/Pager.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Note } from "../../ui/Status.tsx"
import { deliveriesLink, endpointLink, recoverPart } from "../Links.ts"
import { WebhooksNavigation } from "../WebhooksHeader.tsx"
import { DeliveryFilters } from "./DeliveryFilters.tsx"
import { DeliveryRows } from "./DeliveryRows.tsx"
import { filterOf, isFiltered, pageRows, searchOf } from "./Filter.ts"
import { ResendChosen } from "./ResendChosen.tsx"

/** A cursor leads forward only, so this tab remembers where each page came from. */
const before = new Map<string, string | undefined>()

const rememberPage = (cursor: string | undefined, next: string): void => {
  before.set(next, cursor)
}

/** The cursor of the page before; undefined is the first page, also when it is not known. */
const pageBefore = (cursor: string): string | undefined => before.get(cursor)

const Nothing = ({ filter }: { readonly filter: DeliveryFilter }) => {
  const t = useText()
  if (!isFiltered(filter)) return <Empty>{t("deliveries.empty")}</Empty>
  return (
    <Empty action={<LinkButton href={deliveriesLink()}>{t("deliveries.clear")}</LinkButton>}>
      {t("deliveries.noMatch")}
    </Empty>
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

type Rows = Pick<ComponentProps<typeof DeliveryRows>, "rows" | "endpoints" | "empty">

/** What is chosen belongs to one page. */
const Choosable = (props: Rows) => {
  const [chosen, setChosen] = useState<ReadonlySet<EventId>>(new Set())
  return (
    <>
      {props.rows.length > 0 && <ResendChosen rows={props.rows} chosen={chosen} onChoose={setChosen} />}
      <DeliveryRows {...props} chosen={chosen} onChoose={setChosen} />
    </>
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
          <Choosable
            key={search}
            rows={log.data.deliveries}
            endpoints={endpoints.data?.endpoints}
            empty={<Nothing filter={filter} />}
          />
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
