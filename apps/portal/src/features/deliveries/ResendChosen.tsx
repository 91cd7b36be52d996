/** Chooses all events of a page, and sends the chosen ones again. What cannot be sent again is named afterwards. */
import type { EventId, LoggedDelivery, ResendRefusal } from "@heddle/api/portal"
import { useState } from "react"
import { usePortalChange } from "../../rpc/PortalQuery.ts"
import type { TextId } from "../../text/TextId.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { Confirm } from "../../ui/Confirm.tsx"
import { Checkbox } from "../../ui/Inputs.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Note } from "../../ui/Status.tsx"
import { toast } from "../../ui/Toast.tsx"
import { type About, aboutOf } from "./About.ts"
import { candidatesOf, costOf } from "./Choice.ts"
import styles from "./Deliveries.module.css"

const reasons = {
  sending: "deliveries.refused.sending",
  cancelled: "deliveries.refused.cancelled",
  gone: "deliveries.refused.gone",
  endpointDeleted: "deliveries.refused.endpointDeleted",
  noCredits: "deliveries.refused.noCredits"
} as const satisfies Readonly<Record<ResendRefusal, TextId>>

interface Refused {
  readonly eventId: EventId
  readonly about: About
  readonly refusal: ResendRefusal
}

const RefusedEvents = ({ refused }: { readonly refused: ReadonlyArray<Refused> }) => {
  const t = useText()
  if (refused.length === 0) return null
  return (
    <Note tone="warn">
      <p>{t("deliveries.refused", { count: refused.length })}</p>
      <ul className={styles["refused"]}>
        {refused.map(({ eventId, about, refusal }) => (
          <li key={eventId}>
            <span lang={about.language} className={styles["line"]}>
              {about.text}
            </span>
            {t(reasons[refusal])}
          </li>
        ))}
      </ul>
    </Note>
  )
}

interface Props {
  readonly rows: ReadonlyArray<LoggedDelivery>
  readonly chosen: ReadonlySet<EventId>
  readonly onChoose: (chosen: ReadonlySet<EventId>) => void
}

export const ResendChosen = ({ rows, chosen, onChoose }: Props) => {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const [refused, setRefused] = useState<ReadonlyArray<Refused>>([])
  const resend = usePortalChange("deliveries.ResendEvents", [
    "deliveries.ListDeliveries",
    "deliveries.ShowDelivery",
    "webhooks.ListEndpoints",
    "usage.Balance"
  ])
  const candidates = candidatesOf(rows)
  const selected = candidates.filter(({ eventId }) => chosen.has(eventId))
  const { refunded, credits } = costOf(selected)
  const send = () => {
    setRefused([])
    resend.mutate(
      { eventIds: selected.map(({ eventId }) => eventId), credits },
      {
        onSuccess: (results) => {
          setAsking(false)
          onChoose(new Set())
          const sent = results.filter(({ refusal }) => refusal === null).length
          if (sent > 0) toast(t("deliveries.resent", { count: sent }))
          setRefused(
            results.flatMap(({ eventId, refusal }) => {
              const row = selected.find((one) => one.eventId === eventId)?.row
              return refusal === null || row === undefined ? [] : [{ eventId, refusal, about: aboutOf(row, t) }]
            })
          )
        }
      }
    )
  }
  const all = selected.length === candidates.length && selected.length > 0
  return (
    <>
      <div role="group" aria-label={t("deliveries.choice")} className={styles["choice"]}>
        <Checkbox
          checked={all}
          disabled={candidates.length === 0}
          ref={(input) => {
            if (input !== null) input.indeterminate = selected.length > 0 && !all
          }}
          onChange={() => onChoose(new Set(all ? [] : candidates.map(({ eventId }) => eventId)))}
        >
          {t("deliveries.chooseAll")}
        </Checkbox>
        <Button
          idle={selected.length === 0}
          busy={resend.isPending}
          onClick={() => {
            resend.reset()
            if (credits === 0) send()
            else setAsking(true)
          }}
        >
          {t("deliveries.resend", { count: selected.length })}
        </Button>
      </div>
      {!asking && <Problem error={resend.error} />}
      <div role="status" className={styles["announced"]}>
        <RefusedEvents refused={refused} />
      </div>
      <Confirm
        open={asking}
        onClose={() => {
          setAsking(false)
          resend.reset()
        }}
        kind="primary"
        title={t("deliveries.resend.title", { count: selected.length })}
        consequences={
          <ul>
            <li>{t("deliveries.resend.chargedAgain", { count: refunded, credits })}</li>
            {refunded < selected.length && (
              <li>{t("deliveries.resend.free", { count: selected.length - refunded })}</li>
            )}
            <li>{t("delivery.resend.same")}</li>
          </ul>
        }
        action={t("deliveries.resend.pay", { credits })}
        change={resend}
        onConfirm={send}
      />
    </>
  )
}
