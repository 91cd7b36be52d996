/** The words for what the server tells in English; `Reason.tsx` loads them. */
import { Words } from "../../text/Phrase.tsx"
import { sendingError } from "../../text/SendingError.ts"

const ReasonWords = ({ error }: { readonly error: string }) => <Words phrase={sendingError(error, null)} />

export default ReasonWords
