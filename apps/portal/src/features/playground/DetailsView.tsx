/** An answer that is one record: its values, then the lists in it. */
import { useText } from "../../text/Text.tsx"
import { Facts } from "../../ui/Facts.tsx"
import { columnWord } from "./ColumnWords.ts"
import { ResultTable, Value } from "./ResultTable.tsx"
import type { Details } from "./Rows.ts"

export const DetailsView = ({ details: { facts, lists } }: { readonly details: Details }) => {
  const t = useText()
  return (
    <>
      <Facts
        facts={facts.map(([name, value]) => ({
          name: columnWord(t, name),
          value: <Value name={name} value={value} />
        }))}
      />
      {lists.map(({ name, rows, columns }) => (
        <ResultTable key={name} caption={columnWord(t, name)} rows={rows} columns={columns} />
      ))}
    </>
  )
}
