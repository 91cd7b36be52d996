/** The table of operations. Everything that lists, prices or documents operations reads it. */
import { families } from "./Families.ts"

type Operation = (typeof families)[number]["operations"][number]

export const operations: ReadonlyArray<Operation> = families.flatMap(
  ({ operations }): ReadonlyArray<Operation> => operations
)
