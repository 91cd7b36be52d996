/** Why an attempt failed, in the reader's language. The words are not those of the first screen: they come when they are needed. */
import { lazy, Suspense } from "react"
import { loadRestOfTexts } from "../../text/Text.tsx"

const ReasonWords = lazy(() => Promise.all([import("./ReasonWords.tsx"), loadRestOfTexts()]).then(([module]) => module))

export const Reason = ({ error }: { readonly error: string }) => (
  <Suspense fallback={null}>
    <ReasonWords error={error} />
  </Suspense>
)
