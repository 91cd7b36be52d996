/** The fields of a rule. What belongs to the other kind of rule is kept, but not shown. */
import {
  keywordLookbackHours,
  maxKeywordLength,
  maxLookbackHours,
  Language,
  type Rule,
  ruleMinimums
} from "@heddle/api/portal"
import { languageTexts } from "../../text/RuleWords.ts"
import { useText } from "../../text/Text.tsx"
import { Field } from "../../ui/Field.tsx"
import { Radios, Select, TextInput } from "../../ui/Inputs.tsx"
import { type RuleDraft, thresholdNames } from "./Draft.ts"
import styles from "./Rules.module.css"

interface Props {
  readonly draft: RuleDraft
  /** That the operator allows. */
  readonly languages: ReadonlyArray<Rule["language"]>
  readonly change: (part: Partial<RuleDraft>) => void
}

const languageOf = (code: string): RuleDraft["language"] => Language.to.literals.find((one) => one === code) ?? "zh"

const Thresholds = ({ draft, change }: Omit<Props, "languages">) => {
  const t = useText()
  return (
    <div className={styles["thresholds"]}>
      {thresholdNames.map((name) => (
        <Field
          key={name}
          name={name}
          label={t(`rule.${name}`)}
          hint={t("rule.minimum", { minimum: ruleMinimums[draft.type][name] })}
        >
          <TextInput
            inputMode="numeric"
            maxLength={12}
            value={draft[name]}
            onChange={(event) => change({ [name]: event.currentTarget.value })}
          />
        </Field>
      ))}
    </div>
  )
}

export const RuleFields = ({ draft, languages, change }: Props) => {
  const t = useText()
  return (
    <>
      <Radios
        name="type"
        legend={t("rule.type")}
        value={draft.type}
        onChange={(type) => change({ type: type === "trending" ? "trending" : "keyword" })}
        options={[
          { value: "keyword", label: t("rule.keyword"), hint: t("rule.keyword.hint") },
          { value: "trending", label: t("rule.trending"), hint: t("rule.trending.hint") }
        ]}
      />
      {draft.type === "keyword" ? (
        <Field name="keyword" label={t("rule.keyword")} hint={t("rule.window", { hours: keywordLookbackHours })}>
          <TextInput
            maxLength={maxKeywordLength * 2}
            value={draft.keyword}
            onChange={(event) => change({ keyword: event.currentTarget.value })}
          />
        </Field>
      ) : (
        <Field
          name="lookbackHours"
          label={t("rule.lookbackHours")}
          hint={t("rule.lookbackHours.hint", { max: maxLookbackHours })}
        >
          <TextInput
            inputMode="numeric"
            maxLength={4}
            value={draft.lookbackHours}
            onChange={(event) => change({ lookbackHours: event.currentTarget.value })}
          />
        </Field>
      )}
      <fieldset className={styles["group"]}>
        <legend>{t("rule.thresholds")}</legend>
        <p className={styles["hint"]}>{t("rule.thresholds.hint")}</p>
        <Thresholds draft={draft} change={change} />
      </fieldset>
      <Field name="language" label={t("rule.language")} hint={t("rule.language.hint")}>
        <Select
          value={draft.language}
          onChange={(event) => change({ language: languageOf(event.currentTarget.value) })}
          options={[...new Set([...languages, draft.language])].map((code) => ({
            value: code,
            label: t(languageTexts[code])
          }))}
        />
      </Field>
    </>
  )
}
