/** What cost what: filters in the address, a chart, every entry, one call by its request id, and a file of it all. */
import { useLocation, useSearch } from "wouter"
import { RangeChoice, ranges, startOfRange } from "../../charts/RangeChoice.tsx"
import { SpendingChart } from "../../charts/SpendingChart.tsx"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { useSourceName } from "../../rpc/SourceNames.ts"
import { useText } from "../../text/Text.tsx"
import { LinkButton } from "../../ui/Button.tsx"
import { Disclosure } from "../../ui/Disclosure.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Page } from "../../ui/Page.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { usagePath } from "../Links.ts"
import { Entries } from "./Entries.tsx"
import { Filters } from "./Filters.tsx"
import { filterOf, filtersIn, readSearch, type Search, searchText } from "./Search.ts"

interface ChartProps {
  readonly search: Search
  readonly change: (search: Partial<Record<keyof Search, string | undefined>>) => void
}

const Chart = ({ search, change }: ChartProps) => {
  const by = search.by ?? "source"
  const payload = { ...filterOf(search), by }
  const { data, error, refetch } = usePortalQuery("usage.SummarizeUsage", payload)
  const { data: me, isPending: isAsking } = usePortalQuery("account.Me")
  const nameOf = useSourceName()
  if (data === undefined && error !== null) return <Problem error={error} retry={() => void refetch()} />
  // The days of the chart begin with the account.
  if (data === undefined || isAsking) return <Loading lines={8} />
  return (
    <>
      {error !== null && <Problem error={error} retry={() => void refetch()} />}
      <SpendingChart
        summary={data}
        by={by}
        onBy={(chosen) => change({ by: chosen })}
        range={
          <RangeChoice
            range={
              search.to === undefined
                ? ranges.find((range) => startOfRange(range) === (search.from ?? startOfRange("30d")))
                : undefined
            }
            onRange={(range) => change({ from: startOfRange(range), to: undefined })}
          />
        }
        since={me?.createdAt}
        sourceName={nameOf}
      />
    </>
  )
}

const Usage = () => {
  const t = useText()
  const search = readSearch(useSearch())
  const [, navigate] = useLocation()
  const change: ChartProps["change"] = (changed) =>
    navigate(usagePath + searchText({ ...search, cursor: undefined, ...changed }), { replace: true })
  return (
    <Page
      title={t("nav.usage")}
      actions={
        <LinkButton download href={`/portal/usage.csv${searchText(filterOf(search))}`}>
          {t("usage.csv")}
        </LinkButton>
      }
    >
      <Disclosure set={filtersIn(search)}>
        <Filters search={search} change={change} />
      </Disclosure>
      {search.request === undefined && <Chart search={search} change={change} />}
      <Entries search={search} />
    </Page>
  )
}

export default Usage
