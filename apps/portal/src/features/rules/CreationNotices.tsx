/**
 * What the server says about a rule: how it reads the keyword, and, when it has created the rule, how many posts it sends at
 * once. The form hands that to the page of the rule with the navigation, so that it also survives a reload.
 */
import { Option, Schema } from "effect"
import { useHistoryState } from "wouter/use-browser-location"
import { Note } from "../../ui/Status.tsx"

const State = Schema.Struct({ notices: Schema.Array(Schema.String) })
export type CreationState = typeof State.Type

const decode = Schema.decodeUnknownOption(State)

export const Notices = ({ notices }: CreationState) =>
  notices.length === 0 ? null : (
    <Note tone="info">
      {notices.map((notice) => (
        // The server says it in English.
        <p key={notice} lang="en">
          {notice}
        </p>
      ))}
    </Note>
  )

export const CreationNotices = () => (
  <Notices notices={Option.getOrUndefined(decode(useHistoryState()))?.notices ?? []} />
)
