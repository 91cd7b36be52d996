/** Why a post did or did not fire the rule. The post stands in the address, so that a delivery can lead here. */
import type { ExplainedCondition, ExplanationVerdict, RuleExplanation, RuleId } from "@heddle/api/portal"
import { Link, useSearchParams } from "wouter"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { formatNumber } from "../../text/Formats.ts"
import { phrase, Words } from "../../text/Phrase.tsx"
import { useText } from "../../text/Text.tsx"
import type { TextId } from "../../text/TextId.ts"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { fieldOf, Form, FormActions } from "../../ui/Form.tsx"
import { TextInput } from "../../ui/Inputs.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Note, Status } from "../../ui/Status.tsx"
import { Table } from "../../ui/Table.tsx"
import { deliveriesLink } from "../Links.ts"

const lastPart = ({ pathname }: URL): string => pathname.split("/").findLast((part) => part !== "") ?? ""

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Of what people paste: the code, or the address of the post. */
export const postCodeOf = (pasted: string): string => {
  const text = pasted.trim()
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? decoded(lastPart(new URL(text))) : text
}

const verdicts = {
  fired: { tone: "ok", text: "explain.fired" },
  unknown_post: { tone: "muted", text: "explain.unknownPost" },
  deleted: { tone: "muted", text: "explain.deleted" },
  existing: { tone: "muted", text: "explain.existing" },
  no_match: { tone: "danger", text: "explain.noMatch" },
  too_old: { tone: "danger", text: "explain.tooOld" },
  no_plan: { tone: "warn", text: "explain.noPlan" },
  waiting: { tone: "info", text: "explain.waiting" },
  capped: { tone: "warn", text: "explain.capped" },
  out_of_credits: { tone: "warn", text: "explain.outOfCredits" },
  will_fire: { tone: "ok", text: "explain.willFire" }
} as const satisfies Record<ExplanationVerdict, { readonly tone: string; readonly text: TextId }>

const conditionTexts = {
  post: "explain.post",
  keyword: "rule.keyword",
  language: "rule.language",
  likeCount: "rule.likeCount",
  replyCount: "rule.replyCount",
  viewCount: "rule.viewCount",
  window: "explain.window",
  plan: "explain.plan",
  dailyCap: "endpoint.cap",
  credits: "preview.credits"
} as const satisfies Record<ExplainedCondition["name"], TextId>

/** Words of the server; anything else is a name, a number or the keyword itself. */
const valueTexts: Readonly<Record<string, TextId>> = {
  stored: "explain.stored",
  deleted: "explain.isDeleted",
  dropped: "explain.dropped",
  "with webhooks": "explain.withWebhooks"
}

const useValue = () => {
  const t = useText()
  return ({ name }: ExplainedCondition, value: ExplainedCondition["wanted"]): string => {
    if (value === null) return t("explain.nothing")
    if (typeof value === "number") return formatNumber(value)
    const text = name === "post" || name === "plan" ? valueTexts[value] : undefined
    return text === undefined ? value : t(text)
  }
}

const Conditions = ({ conditions }: Pick<RuleExplanation, "conditions">) => {
  const t = useText()
  const valueOf = useValue()
  return (
    <Table
      caption={t("explain.conditions")}
      rows={conditions}
      rowKey={({ name }) => name}
      columns={[
        { id: "name", header: t("explain.condition"), cell: ({ name }) => t(conditionTexts[name]) },
        { id: "wanted", header: t("explain.wanted"), cell: (row) => valueOf(row, row.wanted) },
        { id: "actual", header: t("explain.actual"), wide: true, cell: (row) => valueOf(row, row.actual) },
        {
          id: "holds",
          header: t("explain.holds"),
          cell: ({ holds }) => (
            <Status tone={holds ? "ok" : "danger"}>{t(holds ? "webhooks.yes" : "webhooks.no")}</Status>
          )
        }
      ]}
    />
  )
}

const Answer = ({ explanation }: { readonly explanation: RuleExplanation }) => {
  const t = useText()
  const { verdict, conditions, window, event } = explanation
  const { tone, text } = verdicts[verdict]
  return (
    <>
      <div role="status">
        <Note tone={tone}>
          <p>{t(text)}</p>
          {event !== null && (
            <p>
              <Link href={deliveriesLink({ event: event.id })}>{t("explain.deliveries")}</Link>
            </p>
          )}
          {window.until !== null && (
            <p>
              <Words phrase={phrase("explain.until", { at: new Date(window.until) })} />
            </p>
          )}
        </Note>
      </div>
      <Conditions conditions={conditions} />
    </>
  )
}

const Asked = ({ ruleId, post }: { readonly ruleId: RuleId; readonly post: string }) => {
  const { data, error, refetch } = usePortalQuery("webhooks.ExplainRule", { ruleId, post })
  return (
    <>
      <Problem error={error} retry={() => void refetch()} />
      {data === undefined ? error === null && <Loading lines={5} /> : <Answer explanation={data} />}
    </>
  )
}

export const Explain = ({ ruleId }: { readonly ruleId: RuleId }) => {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const post = search.get("post") ?? ""
  return (
    <>
      <p>{t("explain.hint")}</p>
      <Form
        onSubmit={(data) => {
          const code = postCodeOf(fieldOf(data, "post"))
          setSearch(code === "" ? {} : { post: code })
        }}
      >
        <Field name="post" label={t("explain.post")} hint={t("explain.post.hint")}>
          <TextInput key={post} mono required defaultValue={post} />
        </Field>
        <FormActions>
          <Button type="submit">{t("explain.ask")}</Button>
        </FormActions>
      </Form>
      {post !== "" && <Asked ruleId={ruleId} post={post} />}
    </>
  )
}
