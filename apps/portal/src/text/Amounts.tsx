/** Credits and money. */
import { formatUsd } from "./Formats.ts"
import { useText } from "./Text.tsx"

export const Credits = ({ amount }: { readonly amount: number }) => {
  const t = useText()
  return <>{t("ui.credits", { amount })}</>
}

export const Usd = ({ cents }: { readonly cents: number }) => <>{formatUsd(cents)}</>
