/** One endpoint: whether it is healthy, its secret, a test, its rules, what failed, and the end of it. */
import type { Endpoint as EndpointRecord } from "@heddle/api/portal"
import { useEffect } from "react"
import { useParams } from "wouter"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { endpointName } from "../../text/Formats.ts"
import { useText } from "../../text/Text.tsx"
import { LinkButton } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Page } from "../../ui/Page.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { deliveriesLink, endpointsLink, recoverPart } from "../Links.ts"
import { NoWebhooks, WebhooksNavigation } from "../WebhooksHeader.tsx"
import { DeleteEndpoint } from "./DeleteEndpoint.tsx"
import { EndpointHealth } from "./EndpointHealth.tsx"
import { EndpointRules } from "./EndpointRules.tsx"
import { EndpointSettings } from "./EndpointSettings.tsx"
import { FiguresSection, useFigures } from "./Figures.tsx"
import { Recover } from "./Recover.tsx"
import { SigningSecret } from "./SigningSecret.tsx"
import { TestEvent } from "./TestEvent.tsx"

interface PartsProps {
  readonly endpoint: EndpointRecord
  readonly active: boolean
}

const Parts = ({ endpoint, active }: PartsProps) => {
  const { byEndpoint, problem } = useFigures()
  const figures = byEndpoint.get(endpoint.id)
  // The part that the address names is there only now.
  useEffect(() => {
    if (location.hash === `#${recoverPart}`) document.getElementById(recoverPart)?.scrollIntoView()
  }, [])
  return (
    <>
      {!active && <NoWebhooks />}
      {problem}
      <EndpointHealth endpoint={endpoint} figures={figures} />
      <FiguresSection figures={figures} />
      <EndpointRules endpoint={endpoint} active={active} />
      <TestEvent endpoint={endpoint} active={active} />
      <EndpointSettings endpoint={endpoint} active={active} />
      <SigningSecret endpoint={endpoint} active={active} />
      <Recover endpoint={endpoint} active={active} />
      <DeleteEndpoint endpoint={endpoint} />
    </>
  )
}

const Endpoint = () => {
  const t = useText()
  const { endpoint: id } = useParams()
  const { data, error, refetch } = usePortalQuery("webhooks.ListEndpoints", undefined, {
    refetchInterval: 10_000
  })
  const endpoint = data?.endpoints.find((one) => one.id === id)
  return (
    <Page
      title={endpoint === undefined ? t("endpoint.title") : endpointName(endpoint)}
      above={<WebhooksNavigation />}
      actions={
        endpoint !== undefined && (
          <LinkButton href={deliveriesLink({ endpoint: endpoint.id })}>{t("deliveries.title")}</LinkButton>
        )
      }
    >
      <Problem error={error} retry={() => void refetch()} />
      {data === undefined && error === null && <Loading lines={8} />}
      {data !== undefined && endpoint === undefined && (
        <Empty action={<LinkButton href={endpointsLink}>{t("endpoints.all")}</LinkButton>}>
          {t("endpoint.unknown")}
        </Empty>
      )}
      {data !== undefined && endpoint !== undefined && (
        <Parts key={endpoint.id} endpoint={endpoint} active={data.active} />
      )}
    </Page>
  )
}

export default Endpoint
