/** All attempts of an event, newest first; each leads to its own page. */
import type { Delivery } from "@heddle/api/portal"
import { formatDuration } from "../../text/Formats.ts"
import { useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { Status } from "../../ui/Status.tsx"
import { Table } from "../../ui/Table.tsx"
import { Answer } from "./Answer.tsx"
import { deliveryLink } from "../../links/Deliveries.ts"

interface Props {
  readonly attempts: ReadonlyArray<Delivery>
  /** The one that the page is about. */
  readonly current: Delivery["id"]
}

const tones = { delivered: "ok", failed: "danger", sending: "info" } as const

export const Attempts = ({ attempts, current }: Props) => {
  const t = useText()
  return (
    <Table
      caption={t("delivery.attempts")}
      rows={attempts}
      rowKey={({ id }) => id}
      href={({ id }) => deliveryLink(id)}
      empty={null}
      columns={[
        {
          id: "attempt",
          header: t("deliveries.attempt"),
          cell: ({ id, attempt }) => (id === current ? <b>{t("delivery.current", { attempt })}</b> : attempt)
        },
        { id: "sent", header: t("deliveries.sent"), cell: ({ startedAt }) => <Time at={startedAt} kind="second" /> },
        {
          id: "answer",
          header: t("deliveries.answer"),
          wide: true,
          cell: (row) => (
            <Status tone={tones[row.outcome]}>
              <Answer delivery={row} />
            </Status>
          )
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
