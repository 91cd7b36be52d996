/** Whether the service works: is it you or us? */
import type { ServiceStatus } from "@heddle/api/portal"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { Labelled, useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { LinkButton } from "../../ui/Button.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Page, Section } from "../../ui/Page.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Note, Status as State } from "../../ui/Status.tsx"
import { Table } from "../../ui/Table.tsx"

export const isAllOk = ({
  sources,
  rounds,
  deliveries
}: Pick<ServiceStatus, "sources" | "rounds" | "deliveries">): boolean =>
  [...sources, rounds, deliveries].every(({ state }) => state === "ok")

const tones = { ok: "ok", late: "warn", failing: "danger" } as const

const Works = ({ state }: { readonly state: keyof typeof tones }) => {
  const t = useText()
  return <State tone={tones[state]}>{t(`status.state.${state}`)}</State>
}

const Sources = ({ sources }: Pick<ServiceStatus, "sources">) => {
  const t = useText()
  return (
    <Table
      caption={t("status.sources")}
      rows={sources}
      rowKey={({ name }) => name}
      empty={<p>{t("status.sources.none")}</p>}
      columns={[
        { id: "name", header: t("status.source"), wide: true, cell: ({ name }) => name },
        { id: "state", header: t("status.state"), cell: ({ state }) => <Works state={state} /> },
        {
          id: "last",
          header: t("status.lastPost"),
          cell: ({ lastPostAt }) => <Time at={lastPostAt} kind="relative" />
        },
        {
          id: "since",
          header: t("status.failingSince"),
          cell: ({ failingSince }) => (failingSince === null ? "–" : <Time at={failingSince} />)
        }
      ]}
    />
  )
}

const Known = ({ status }: { readonly status: ServiceStatus }) => {
  const t = useText()
  const { sources, rounds, deliveries, version, publicUrl } = status
  return (
    <>
      <Note tone={isAllOk(status) ? "ok" : "warn"}>{t(isAllOk(status) ? "status.well" : "status.notWell")}</Note>
      <Section title={t("status.sources")}>
        <Sources sources={sources} />
      </Section>
      <Section title={t("status.rounds")}>
        <p>
          <Works state={rounds.state} />
        </p>
        <p>{t("status.rounds.text", { seconds: rounds.intervalSeconds })}</p>
        <p>
          <Labelled label={t("status.rounds.last")}>
            <Time at={rounds.lastAt} kind="relative" />
          </Labelled>
        </p>
      </Section>
      <Section title={t("status.deliveries")}>
        <p>
          <Works state={deliveries.state} />
        </p>
        <p>{t("status.deliveries.text", { n: deliveries.overdue })}</p>
      </Section>
      <Section title={t("status.version")}>
        <p>
          Heddle {version} · <code>{publicUrl}</code>
        </p>
      </Section>
    </>
  )
}

const Status = () => {
  const t = useText()
  const { data, error, refetch } = usePortalQuery("status.ShowStatus", undefined, {
    refetchInterval: 15_000
  })
  return (
    <Page
      title={t("nav.status")}
      actions={<LinkButton href={`${location.origin}/docs/changelog`}>{t("nav.changelog")}</LinkButton>}
    >
      <Problem error={error} retry={() => void refetch()} />
      {data === undefined ? error === null && <Loading lines={6} /> : <Known status={data} />}
    </Page>
  )
}

export default Status
