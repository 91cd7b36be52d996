/** What is checked, and what a check found out. */

export type CheckKind = "post" | "author"

/** What a check found out. */
export interface Checked {
  readonly name: string
  readonly isThere: boolean
}
