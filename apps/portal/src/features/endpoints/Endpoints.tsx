/** All endpoints: which are healthy, and what waits for them. */
import type { Endpoint, EndpointFigures } from "@heddle/api/portal"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { formatNumber, withoutScheme } from "../../text/Formats.ts"
import { Words } from "../../text/Phrase.tsx"
import { useText } from "../../text/Text.tsx"
import { sendingError } from "../../text/SendingError.ts"
import { LinkButton } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Page } from "../../ui/Page.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Table } from "../../ui/Table.tsx"
import { endpointLink, newEndpointLink } from "../Links.ts"
import { NoWebhooks, WebhooksNavigation } from "../WebhooksHeader.tsx"
import { HealthStatus } from "./EndpointHealth.tsx"
import { FiguresInShort, LastFailureInShort, useFigures } from "./Figures.tsx"
import styles from "./Endpoints.module.css"

interface HealthProps {
  readonly endpoint: Endpoint
  readonly figures: EndpointFigures | undefined
}

const Health = ({ endpoint: { health }, figures }: HealthProps) => (
  <>
    <HealthStatus state={health.state} figures={figures} />
    {health.lastError !== null && (
      <span className={styles["cause"]}>
        <Words phrase={sendingError(health.lastError, null)} />
      </span>
    )}
  </>
)

const List = ({ endpoints, active }: { readonly endpoints: ReadonlyArray<Endpoint>; readonly active: boolean }) => {
  const t = useText()
  const { byEndpoint: figures, problem } = useFigures()
  const table = (
    <Table
      caption={t("endpoints.title")}
      rows={endpoints}
      rowKey={({ id }) => id}
      href={({ id }) => endpointLink(id)}
      empty={
        <Empty
          action={
            active && (
              <LinkButton href={newEndpointLink} kind="primary">
                {t("endpoints.create")}
              </LinkButton>
            )
          }
        >
          {t("endpoints.empty")}
        </Empty>
      }
      columns={[
        {
          id: "url",
          header: t("endpoint.url"),
          wide: true,
          cell: ({ name, url }) => (
            <>
              {name}
              <span translate="no" className={styles[name === null ? "address" : "cause"]}>
                {withoutScheme(url).replace(/\/$/, "")}
              </span>
            </>
          )
        },
        {
          id: "health",
          header: t("endpoint.health"),
          cell: (endpoint) => <Health endpoint={endpoint} figures={figures.get(endpoint.id)} />
        },
        {
          id: "figures",
          header: t("endpoint.figures"),
          cell: ({ id }) => <FiguresInShort figures={figures.get(id)} />,
          below: ({ id }) => <LastFailureInShort figures={figures.get(id)} />
        },
        {
          id: "queue",
          header: t("endpoint.waiting"),
          align: "end",
          cell: ({ queue }) => formatNumber(queue.waiting)
        },
        {
          id: "rules",
          header: t("rules.title"),
          align: "end",
          cell: ({ rules }) => formatNumber(rules.length)
        }
      ]}
    />
  )
  return (
    <>
      {problem}
      {table}
    </>
  )
}

const Endpoints = () => {
  const t = useText()
  const { data, error, refetch } = usePortalQuery("webhooks.ListEndpoints", undefined, {
    refetchInterval: 15_000
  })
  const active = data?.active ?? true
  return (
    <Page
      title={t("endpoints.title")}
      above={<WebhooksNavigation />}
      actions={
        active &&
        data !== undefined &&
        data.endpoints.length > 0 && (
          <LinkButton href={newEndpointLink} kind="primary">
            {t("endpoints.create")}
          </LinkButton>
        )
      }
    >
      <Problem error={error} retry={() => void refetch()} />
      {!active && <NoWebhooks />}
      {data === undefined ? error === null && <Loading lines={4} /> : <List {...data} />}
    </Page>
  )
}

export default Endpoints
