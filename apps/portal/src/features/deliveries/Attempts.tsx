/** All attempts of an event, newest first; each leads to its own page. */
import type { Delivery } from "@heddle/api/portal"
import { formatDuration } from "../../text/Formats.ts"
import { Words } from "../../text/Phrase.tsx"
import { useText } from "../../text/Text.tsx"
import { sendingError } from "../../text/SendingError.ts"
import { Time } from "../../text/Time.tsx"
import { Status } from "../../ui/Status.tsx"
import { Table } from "../../ui/Table.tsx"
import { deliveryLink } from "../Links.ts"

/** How an attempt ended. */
const tones = { delivered: "ok", failed: "danger", sending: "info" } as const

export const OutcomeStatus = ({ outcome }: Pick<Delivery, "outcome">) => {
  const t = useText()
  return <Status tone={tones[outcome]}>{t(`delivery.${outcome}`)}</Status>
}

export const Answer = ({ delivery }: { readonly delivery: Delivery }) => {
  const { statusCode, error, outcome } = delivery
  if (statusCode !== null) return <span>{statusCode}</span>
  if (outcome === "sending") return <span>…</span>
  return <Words phrase={sendingError(error, null)} />
}

interface Props {
  readonly attempts: ReadonlyArray<Delivery>
  /** The one that the page is about. */
  readonly current: Delivery["id"]
}

export const Attempts = ({ attempts, current }: Props) => {
  const t = useText()
  return (
    <Table
      caption={t("delivery.attempts")}
      rows={attempts}
      rowKey={({ id }) => id}
      href={({ id }) => deliveryLink(id)}
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
