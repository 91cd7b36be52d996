/** One attempt: first what happened to its event, then all attempts, then what was said on both sides. */
import { type Delivery as DeliveryRow, type DeliveryDetails, DeliveryId, type EventStatus } from "@heddle/api/portal"
import { Option, Schema } from "effect"
import { Link, useParams } from "wouter"
import { failureIn } from "../../rpc/Failure.ts"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { formatDuration, sentenceGap } from "../../text/Formats.ts"
import { Words } from "../../text/Phrase.tsx"
import { type Translate, useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { LinkButton } from "../../ui/Button.tsx"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Facts } from "../../ui/Facts.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Page, Section } from "../../ui/Page.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Note } from "../../ui/Status.tsx"
import { deliveriesLink, endpointLink, explainLink, ruleLink } from "../Links.ts"
import { WebhooksNavigation } from "../WebhooksHeader.tsx"
import { aboutOf } from "./About.ts"
import { Attempts } from "./Attempts.tsx"
import styles from "./Deliveries.module.css"
import { type Diagnosed, diagnosisOf } from "./Diagnosis.ts"
import { RequestResponse } from "./RequestResponse.tsx"
import { Resend } from "./Resend.tsx"

/** The diagnosis in words. Announced when it changes, as after a resend. */
const owners = { customer: "delivery.yourTurn", us: "delivery.ourTurn", nobody: "delivery.nobodysTurn" } as const

const Headline = ({ diagnosed }: { readonly diagnosed: Diagnosed }) => {
  const t = useText()
  const { tone, state, sentences, owner } = diagnosisOf(diagnosed)
  const [what, ...more] = sentences
  return (
    <div role="status">
      <Note tone={tone}>
        <p>
          <strong>{t("delivery.headline", { state: t(state), turn: t(owners[owner]) })}</strong>
        </p>
        {what !== undefined && (
          <p>
            <Words phrase={what} />
          </p>
        )}
        {more.length > 0 && (
          <p>
            {more.map((phrase) => (
              <span key={phrase.id}>
                <Words phrase={phrase} />
                {sentenceGap()}
              </span>
            ))}
          </p>
        )}
      </Note>
    </div>
  )
}

interface Shown {
  readonly delivery: DeliveryDetails
  readonly event: typeof EventStatus.Type | null
  readonly attempts: ReadonlyArray<DeliveryRow>
}

const CopiedId = ({ id, href }: { readonly id: string; readonly href?: string }) => {
  const t = useText()
  return (
    <span className={styles["copied"]}>
      {href === undefined ? <span translate="no">{id}</span> : <Link href={href}>{id}</Link>}
      <CopyButton text={id} label={t("delivery.copyId")} />
    </span>
  )
}

const AboutAttempt = ({ shown: { delivery, event } }: { readonly shown: Shown }) => {
  const t = useText()
  const { eventId, endpointId, ruleId, postCode, startedAt, durationMs } = delivery
  return (
    <Facts
      facts={[
        { name: t("deliveries.sent"), value: <Time at={startedAt} kind="second" /> },
        { name: t("deliveries.time"), value: durationMs === null ? "…" : formatDuration(durationMs) },
        {
          name: t("endpoint.title"),
          value: <Link href={endpointLink(endpointId)}>{delivery.request.url ?? endpointId}</Link>
        },
        ...(ruleId === null
          ? []
          : [
              {
                name: t("rule.title"),
                value: (
                  <Link href={ruleLink(ruleId)}>
                    {event === null ? ruleId : (event.keyword ?? t("rule.trendingRule"))}
                  </Link>
                )
              }
            ]),
        ...(event === null || event.post === null
          ? []
          : [{ name: t("delivery.author"), value: <span translate="no">@{event.post.username}</span> }]),
        ...(ruleId === null || postCode === null
          ? []
          : [{ name: t("deliveries.post"), value: <Link href={explainLink(ruleId, postCode)}>{postCode}</Link> }]),
        eventId === null
          ? { name: t("delivery.title"), value: <CopiedId id={delivery.id} /> }
          : { name: t("deliveries.event"), value: <CopiedId id={eventId} href={deliveriesLink({ event: eventId })} /> }
      ]}
    />
  )
}

const Parts = ({ shown }: { readonly shown: Shown }) => {
  const t = useText()
  const { delivery, attempts } = shown
  return (
    <>
      <Headline diagnosed={shown} />
      <div className={styles["columns"]}>
        <div className={styles["column"]}>
          {attempts.length > 0 && (
            <Section title={t("delivery.attempts")}>
              <Attempts attempts={attempts} current={delivery.id} />
            </Section>
          )}
          <Section title={t("delivery.thisAttempt", { attempt: delivery.attempt })}>
            <AboutAttempt shown={shown} />
          </Section>
        </div>
        <div className={styles["column"]}>
          <RequestResponse delivery={delivery} />
        </div>
      </div>
    </>
  )
}

const isUnderWay = (event: Shown["event"] | undefined): boolean =>
  event?.state === "scheduled" || event?.state === "sending" || event?.state === "retrying"

const Unknown = () => {
  const t = useText()
  return (
    <Page title={t("deliveries.title")} above={<WebhooksNavigation />}>
      <Empty action={<LinkButton href={deliveriesLink()}>{t("deliveries.all")}</LinkButton>}>
        {t("delivery.unknown")}
      </Empty>
    </Page>
  )
}

const titleOf = (shown: Shown | undefined, t: Translate) => {
  if (shown === undefined) return { title: t("delivery.title") }
  const { text, language } = aboutOf(shown, t)
  return { title: text, titleLanguage: language }
}

const Asked = ({ deliveryId }: { readonly deliveryId: DeliveryId }) => {
  const t = useText()
  const { data, error, refetch } = usePortalQuery(
    "deliveries.ShowDelivery",
    { deliveryId },
    {
      refetchInterval: (shown) => (isUnderWay(shown?.event) ? 2_000 : 30_000)
    }
  )
  const failure = failureIn(error)
  if (failure?._tag === "Problem" && failure.problem.status === 404) return <Unknown />
  return (
    <Page
      {...titleOf(data, t)}
      above={<WebhooksNavigation />}
      actions={data !== undefined && <Resend deliveryId={deliveryId} event={data.event} test={data.delivery.test} />}
    >
      <Problem error={error} retry={() => void refetch()} />
      {data === undefined ? error === null && <Loading lines={10} /> : <Parts shown={data} />}
    </Page>
  )
}

const Delivery = () => {
  const { delivery } = useParams()
  const id = Schema.decodeUnknownOption(DeliveryId)(delivery)
  if (Option.isSome(id)) return <Asked key={id.value} deliveryId={id.value} />
  return <Unknown />
}

export default Delivery
