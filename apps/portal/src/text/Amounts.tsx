/** Money. */
import { formatUsd } from "./Formats.ts"

export const Usd = ({ cents }: { readonly cents: number }) => <>{formatUsd(cents)}</>
