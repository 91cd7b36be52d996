/** JSON of others, in which one control character that was not escaped does not spoil the rest. */
import { Result } from "effect"
import { replacement } from "../../store/ChangeTexts.ts"

// Spaces stay spaces, inside of texts and between them.
const repaired = (text: string): string =>
  text.replaceAll(/[\t\r\n]/g, " ").replaceAll(/\p{Cc}/gu, (control) => (control < " " ? replacement : control))

const parse = (text: string): Result.Result<unknown, string> =>
  Result.try({ try: (): unknown => JSON.parse(text), catch: () => "not a JSON value" })

export const parseRepaired = (text: string): Result.Result<unknown, string> => {
  const exact = parse(text)
  return Result.isSuccess(exact) ? exact : parse(repaired(text))
}
