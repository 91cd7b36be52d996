/**
 * What the server said when it created the rule, such as how many posts it sends at once. The form hands it to the page of
 * the rule with the navigation, so that it also survives a reload.
 */
import { Option, Schema } from "effect"
import { useHistoryState } from "wouter/use-browser-location"
import { Note } from "../../ui/Status.tsx"

const State = Schema.Struct({ notices: Schema.Array(Schema.String) })
export type CreationState = typeof State.Type

const decode = Schema.decodeUnknownOption(State)

export const CreationNotices = () => {
  const state = Option.getOrUndefined(decode(useHistoryState()))
  if (state === undefined || state.notices.length === 0) return null
  return (
    <Note tone="info">
      {state.notices.map((notice) => (
        // The server says it in English.
        <p key={notice} lang="en">
          {notice}
        </p>
      ))}
    </Note>
  )
}
