import { describeWith } from "../../../../test/support/DescribeWith.ts"
import { Optional } from "../../../../test/support/Optional.ts"
import type { Framework } from "./Framework.ts"

const nothing = Optional.of(null)

/** Declares the same tests for each framework, where it is installed. */
export function describeFrameworks(
  frameworks: ReadonlyArray<Framework>,
  declare: (framework: Framework) => void
): void {
  for (const framework of frameworks) {
    describeWith(framework.needs ?? nothing, framework.name, () => declare(framework))
  }
}
