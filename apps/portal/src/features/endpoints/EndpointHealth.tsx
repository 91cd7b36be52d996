/** Whether an endpoint works, why not, since when, and what waits for it. */
import type { Endpoint, EndpointFigures } from "@heddle/api/portal"
import { phrase, Words } from "../../text/Phrase.tsx"
import { useText } from "../../text/Text.tsx"
import { sendingError } from "../../text/SendingError.ts"
import { Facts } from "../../ui/Facts.tsx"
import { Section } from "../../ui/Page.tsx"
import { Note, Status } from "../../ui/Status.tsx"

const tones = { healthy: "ok", failing: "danger", delayed: "warn" } as const

interface StatusProps {
  readonly state: Endpoint["health"]["state"]
  readonly figures: EndpointFigures | undefined
}

/** An endpoint to which nothing was sent is healthy to the API, but nobody knows whether it works. */
export const HealthStatus = ({ state, figures }: StatusProps) => {
  const t = useText()
  if (state === "healthy" && figures === undefined) return null
  if (state === "healthy" && figures?.sent === false) {
    return <Status tone="muted">{t("endpoint.nothingSent")}</Status>
  }
  return <Status tone={tones[state]}>{t(`endpoint.${state}`)}</Status>
}

const Failing = ({ health: { state, failingSince, lastError } }: Pick<Endpoint, "health">) => {
  const t = useText()
  if (state === "healthy") return null
  return (
    <Note tone={state === "failing" ? "danger" : "warn"}>
      <p>
        <strong>
          <Words phrase={sendingError(lastError, null)} />
        </strong>
      </p>
      {failingSince !== null && (
        <p>
          <Words phrase={phrase("endpoint.since", { at: new Date(failingSince) })} />
        </p>
      )}
      <p>{t(state === "failing" ? "endpoint.failing.hint" : "endpoint.delayed.hint")}</p>
    </Note>
  )
}

const Queue = ({ queue: { waiting, nextAttemptAt } }: Pick<Endpoint, "queue">) => {
  const t = useText()
  if (waiting === 0 || nextAttemptAt === null) return t("endpoint.nothingWaits")
  return <Words phrase={phrase("endpoint.waits", { count: waiting, at: new Date(nextAttemptAt) })} />
}

interface Props {
  readonly endpoint: Endpoint
  readonly figures: EndpointFigures | undefined
}

export const EndpointHealth = ({ endpoint, figures }: Props) => {
  const t = useText()
  const { health, queue } = endpoint
  return (
    <Section title={t("endpoint.health")}>
      <Failing health={health} />
      <Facts
        facts={[
          { name: t("endpoint.state"), value: <HealthStatus state={health.state} figures={figures} /> },
          { name: t("endpoint.queue"), value: <Queue queue={queue} /> }
        ]}
      />
    </Section>
  )
}
