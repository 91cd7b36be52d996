/** The words for what the server tells in English; `Reason.tsx` loads them. */
import { sendingError } from "../../text/SendingError.ts"
import { Words } from "../../text/Words.tsx"

const ReasonWords = ({ error }: { readonly error: string }) => <Words phrase={sendingError(error, null)} />

export default ReasonWords
