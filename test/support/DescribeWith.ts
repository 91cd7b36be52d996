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
 * Declares tests that need something optional, and hands it to them. Where it is missing, one test with this title is
 * skipped and says why, or fails if `HEDDLE_TEST_REQUIRE_*` asks for it. No other way of skipping is allowed:
 * `test/conventions` checks that.
 */
export const describeWith = <A>(optional: Optional<A>, title: string, declare: (value: A) => void): void =>
  optional.isThere ? declareFound(optional, title, declare) : reportMissing(optional, title)
