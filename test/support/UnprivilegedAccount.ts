import { execFileSync } from "node:child_process"

export interface Account {
  readonly uid: number
  readonly gid: number
}

/** Whom to run PostgreSQL as, since it refuses root. Undefined when we are not root, and it may run as ourselves. */
export const unprivilegedAccount = (): Account | undefined =>
  process.getuid?.() === 0 ? (lookUp("postgres") ?? lookUp("nobody") ?? { uid: 65534, gid: 65534 }) : undefined

const lookUp = (name: string): Account | undefined => {
  try {
    return { uid: id("-u", name), gid: id("-g", name) }
  } catch {
    return undefined
  }
}

const id = (flag: string, name: string): number =>
  Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: "pipe" }))
