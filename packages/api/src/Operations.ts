/** The table of operations, from which everything that lists, prices or documents them is derived. */
import { families } from "./Families.ts"

type Operation = (typeof families)[number]["operations"][number]

export const operations: ReadonlyArray<Operation> = families.flatMap(
  ({ operations }): ReadonlyArray<Operation> => operations
)
