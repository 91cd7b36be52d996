import { describe, it } from "vitest"
import type { Optional } from "./Optional.ts"

const declareFound = <A>(optional: Optional<A>, title: string, declare: (value: A) => void): void => {
  describe(`${title}`, () => {
    declare(optional.open())
  })
}

const reportMissing = <A>(optional: Optional<A>, title: string): void => {
  it(`${title}`, optional.isRequired ? () => void optional.open() : ({ skip }) => skip(optional.reason))
}

/**
 * Declares tests that need something optional, and passes it to them. When it is missing, one test with this title is
 * skipped and says why, or fails if `HEDDLE_TEST_REQUIRE_*` is set. `test/conventions` checks that tests skip in no
 * other way.
 */
export const describeWith = <A>(optional: Optional<A>, title: string, declare: (value: A) => void): void =>
  optional.isThere ? declareFound(optional, title, declare) : reportMissing(optional, title)
