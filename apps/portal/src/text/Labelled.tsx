/** A value after its name, with the colon of the language. */
import type { ReactElement } from "react"
import { RichText } from "./Text.tsx"

export const Labelled = ({ label, children }: { readonly label: string; readonly children: ReactElement }) => (
  <RichText id="ui.labelled" values={{ label }} components={{ value: children }} />
)
