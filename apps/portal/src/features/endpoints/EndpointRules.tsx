/** The rules of an endpoint, in short. */
import type { Endpoint } from "@heddle/api/portal"
import { keywordOf, languageTexts, thresholdsOf } from "../../text/RuleWords.ts"
import { useText } from "../../text/Text.tsx"
import { LinkButton } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Section } from "../../ui/Page.tsx"
import { Table } from "../../ui/Table.tsx"
import { newRuleLink, ruleLink, rulesOfLink } from "../../links/Rules.ts"

/** More are on the page of all rules. */
const shownRules = 10

interface Props {
  readonly endpoint: Endpoint
  readonly active: boolean
}

export const EndpointRules = ({ endpoint: { id, rules }, active }: Props) => {
  const t = useText()
  const create = active && (
    <LinkButton href={newRuleLink(id)} kind={rules.length === 0 ? "primary" : "secondary"}>
      {t("rules.create")}
    </LinkButton>
  )
  return (
    <Section title={t("rules.title")} actions={rules.length > 0 && create}>
      <Table
        caption={t("rules.title")}
        rows={rules.slice(0, shownRules)}
        rowKey={(rule) => rule.id}
        href={(rule) => ruleLink(rule.id)}
        empty={<Empty action={create}>{t("rules.empty")}</Empty>}
        columns={[
          { id: "name", header: t("rule.title"), cell: (rule) => keywordOf(rule) ?? t("rule.trending") },
          {
            id: "needs",
            header: t("rule.needs"),
            wide: true,
            cell: (rule) =>
              thresholdsOf(rule)
                .map(({ id, values }) => t(id, values))
                .join(t("rule.and"))
          },
          { id: "language", header: t("rule.language"), cell: ({ language }) => t(languageTexts[language]) }
        ]}
      />
      {rules.length > 0 && (
        <LinkButton href={rulesOfLink(id)} kind="quiet">
          {t("endpoint.allRules", { count: rules.length })}
        </LinkButton>
      )}
    </Section>
  )
}
