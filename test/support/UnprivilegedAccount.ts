import { execFileSync } from "node:child_process"
import { tmpdir } from "node:os"

export interface Account {
  readonly uid: number
  readonly gid: number
}

/** The account to run PostgreSQL as when we are root, which it does not accept; undefined when we are not root. */
export const unprivilegedAccount = (): Account | undefined =>
  process.getuid?.() === 0 ? (lookUp("postgres") ?? lookUp("nobody") ?? { uid: 65534, gid: 65534 }) : undefined

/** PostgreSQL's account may have no access to the configured temporary folder; everyone has access to /tmp. */
export const temporaryFolderOf = (account: Account | undefined): string => (account === undefined ? tmpdir() : "/tmp")

const lookUp = (name: string): Account | undefined => {
  try {
    return { uid: id("-u", name), gid: id("-g", name) }
  } catch {
    return undefined
  }
}

const id = (flag: string, name: string): number =>
  Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: "pipe" }))
