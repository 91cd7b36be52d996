/** The jobs of an endpoint that have ended. */
import type { Recovery } from "@heddle/api/portal"
import { useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { Status } from "../../ui/Status.tsx"
import { Table } from "../../ui/Table.tsx"

const states = {
  running: { tone: "info", word: "recover.running" },
  completed: { tone: "ok", word: "recover.completed" },
  cancelled: { tone: "muted", word: "recover.cancelled" },
  out_of_credits: { tone: "danger", word: "recover.outOfCredits" }
} as const

export const Recoveries = ({ jobs }: { readonly jobs: ReadonlyArray<Recovery> }) => {
  const t = useText()
  return (
    <Table
      caption={t("recover.past")}
      rows={jobs}
      rowKey={({ id }) => id}
      empty={null}
      columns={[
        { id: "started", header: t("recover.started"), cell: ({ createdAt }) => <Time at={createdAt} /> },
        { id: "since", header: t("recover.since"), cell: ({ since }) => <Time at={since} /> },
        {
          id: "state",
          header: t("endpoint.state"),
          wide: true,
          cell: ({ state }) => <Status tone={states[state].tone}>{t(states[state].word)}</Status>
        },
        {
          id: "resent",
          header: t("recover.resent"),
          align: "end",
          cell: ({ resent, total }) => t("recover.of", { resent, total })
        }
      ]}
    />
  )
}
