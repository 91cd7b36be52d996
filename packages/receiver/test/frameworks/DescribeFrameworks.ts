import { describe } from "vitest"
import { describeWith } from "../../../../test/support/DescribeWith.ts"
import type { Framework } from "./Framework.ts"

/** Declares the same tests for each framework, where it is installed. */
export function describeFrameworks(
  frameworks: ReadonlyArray<Framework>,
  declare: (framework: Framework) => void
): void {
  for (const framework of frameworks) {
    const { name, needs } = framework
    if (needs === undefined) describe(name, () => declare(framework))
    else describeWith(needs, name, () => declare(framework))
  }
}
