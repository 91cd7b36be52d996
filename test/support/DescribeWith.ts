import { describe, it } from "vitest"
import type { Optional } from "./Optional.ts"

/**
 * Declares tests that need something optional, and hands it to them. Where it is missing, one test with this title is
 * skipped and says why, or fails if `HEDDLE_TEST_REQUIRE_*` asks for it. No other way of skipping is allowed:
 * `test/conventions` checks that.
 */
export const describeWith = <A>(optional: Optional<A>, title: string, declare: (value: A) => void): void => {
  if (optional.isThere) {
    describe(title, () => declare(optional.open()))
    return
  }
  it(title, ({ skip }) => {
    if (optional.isRequired) throw new Error(optional.reason)
    skip(optional.reason)
  })
}
