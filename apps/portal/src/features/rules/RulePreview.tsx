/** What the rule would match now, redrawn at each pause in typing. Free. */
import { plans, type RuleId, type RulePreview as Preview, webhookEventPrice } from "@heddle/api/portal"
import { ChartFigure } from "../../charts/ChartFigure.tsx"
import { Histogram } from "../../charts/Histogram.tsx"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { formatNumber, formatUtcClock, formatUtcHour, webAddressOf } from "../../text/Formats.ts"
import { Words } from "../../text/Phrase.tsx"
import { useText } from "../../text/Text.tsx"
import { languageTagOf } from "../../text/Language.ts"
import { Time } from "../../text/Time.tsx"
import { classes } from "../../ui/Classes.ts"
import { Loading } from "../../ui/Loading.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Note, Status } from "../../ui/Status.tsx"
import { Table } from "../../ui/Table.tsx"
import { Notices } from "./CreationNotices.tsx"
import { faultsOf, inputOf, type RuleDraft } from "./Draft.ts"
import { estimateOf, fitOf, roughly } from "./Estimate.ts"
import styles from "./Rules.module.css"

type Post = Preview["examples"][number]

const Example = ({ post }: { readonly post: Post }) => {
  const t = useText()
  const address = webAddressOf(post.url)
  return (
    <li className={styles["post"]}>
      <p lang={languageTagOf(post.language)} dir="auto" className={styles["caption"]}>
        {post.caption}
      </p>
      <p className={styles["about"]}>
        <span translate="no">@{post.username}</span>
        <span>{t("rule.likes", { count: post.like_count })}</span>
        <span>{t("rule.replies", { count: post.reply_count })}</span>
        {post.impression_count !== null && (
          <span>{t("preview.views", { views: formatNumber(post.impression_count) })}</span>
        )}
        <Time at={new Date(post.post_timestamp * 1000).toISOString()} kind="relative" />
        {address !== undefined && (
          <a href={address} rel="noreferrer" target="_blank">
            {t("preview.open")}
          </a>
        )}
      </p>
    </li>
  )
}

/** Strangers wrote these posts: text only, in the language of each. */
const Examples = ({ posts }: { readonly posts: ReadonlyArray<Post> }) => {
  const t = useText()
  if (posts.length === 0) return <p>{t("preview.none")}</p>
  return (
    <>
      <h3>{t("preview.examples", { count: posts.length })}</h3>
      <ul className={styles["posts"]}>
        {posts.map((post) => (
          <Example key={post.code} post={post} />
        ))}
      </ul>
    </>
  )
}

const tones = { fits: "ok", tight: "warn", exceeds: "danger" } as const

const MonthlyEstimate = ({ preview }: { readonly preview: Preview }) => {
  const t = useText()
  const balance = usePortalQuery("usage.Balance")
  const { creditsPerDay, creditsPerMonth } = estimateOf(preview.matches, preview.hours.length)
  const plan = balance.data?.plan
  const planCredits = plan === null || plan === undefined ? undefined : plans[plan.name].creditsPerMonth
  const fit = planCredits === undefined ? undefined : fitOf(creditsPerMonth, planCredits)
  return (
    <div className={styles["estimate"]}>
      <p className={styles["month"]}>{t("preview.month", { credits: roughly(creditsPerMonth) })}</p>
      <p>{t("preview.day", { credits: roughly(creditsPerDay), price: webhookEventPrice })}</p>
      {fit !== undefined && planCredits !== undefined && (
        <Status tone={tones[fit]}>{t(`preview.${fit}`, { credits: planCredits })}</Status>
      )}
    </div>
  )
}

const Hours = ({ preview: { hours, matches, credits } }: { readonly preview: Preview }) => {
  const t = useText()
  const bins = hours.map(({ hour, matches: value }) => ({
    name: formatUtcHour(new Date(hour)),
    tick: formatUtcClock(new Date(hour)),
    value,
    more: t("ui.credits", { amount: value * webhookEventPrice })
  }))
  return (
    <ChartFigure
      title={t("preview.title")}
      sentence={t("preview.sentence", { hours: hours.length, matches, credits })}
      table={
        <Table
          caption={t("preview.title")}
          rows={bins}
          rowKey={({ name }) => name}
          columns={[
            { id: "hour", header: t("preview.hour"), cell: ({ name }) => name, wide: true },
            { id: "matches", header: t("preview.matches"), align: "end", cell: ({ value }) => formatNumber(value) },
            { id: "credits", header: t("preview.credits"), align: "end", cell: ({ more }) => more }
          ]}
        />
      }
    >
      <Histogram label={t("preview.chart")} bins={bins} />
    </ChartFigure>
  )
}

interface Props {
  /** As it stood when typing paused. */
  readonly draft: RuleDraft
  /** The rule that is edited; absent for a new one. */
  readonly edited?: RuleId
}

const Asked = ({ draft, edited }: Props) => {
  const t = useText()
  const input = { ...inputOf(draft), ...(edited === undefined ? {} : { compareTo: edited }) }
  const { data, error, refetch, isFetching } = usePortalQuery("webhooks.PreviewRule", input)
  const again = data?.preview.again ?? 0
  return (
    <>
      <Problem error={error} retry={() => void refetch()} />
      {data === undefined ? (
        error === null && <Loading lines={8} /> // What is shown while the next answer is on its way is old.
      ) : (
        <div aria-busy={isFetching} className={classes(styles["preview"], isFetching && styles["old"])}>
          <Notices notices={data.notices} />
          <Hours preview={data.preview} />
          <MonthlyEstimate preview={data.preview} />
          {again > 0 && <p>{t("preview.again", { count: again })}</p>}
          <Examples posts={data.preview.examples} />
        </div>
      )}
    </>
  )
}

export const RulePreview = (props: Props) => {
  const t = useText()
  const faults = faultsOf(props.draft)
  if (faults.length === 0) return <Asked {...props} />
  return (
    <Note tone="info">
      <p>{t("preview.incomplete")}</p>
      <ul>
        {faults.map(({ path, phrase }) => (
          <li key={path}>
            <Words phrase={phrase} />
          </li>
        ))}
      </ul>
    </Note>
  )
}
