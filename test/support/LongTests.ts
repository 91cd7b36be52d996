import { describeWith } from "./DescribeWith.ts"
import { Optional } from "./Optional.ts"
import { isLongRun } from "./Runs.ts"
import { requirement } from "./TestSettings.ts"

const { isRequired, variable } = requirement("LONG")

const long = new Optional({
  thing: "LONG",
  name: "a long run",
  remedy: "",
  find: () => (isLongRun || isRequired ? true : undefined),
  reason: `takes long, and a short form of it ran; ${variable}=true runs it`
})

/** Declares tests for CI and long runs alone. A short run must have a smaller test of the same. */
export const onLongRun = (title: string, declare: () => void): void => describeWith(long, title, declare)
