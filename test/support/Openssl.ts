import { execFileSync } from "node:child_process"
import { Optional } from "./Optional.ts"

const run = (options: ReadonlyArray<string>, input: Uint8Array): Buffer =>
  execFileSync("openssl", options, { input, stdio: "pipe" })

const isInstalled = (): boolean => {
  try {
    run(["version"], Buffer.alloc(0))
    return true
  } catch {
    return false
  }
}

/** HMAC-SHA256 by the command `openssl`. */
export const opensslHmac = new Optional({
  thing: "OPENSSL",
  name: "the command openssl",
  remedy: "install OpenSSL 3",
  find: () =>
    isInstalled()
      ? (key: Uint8Array, text: Uint8Array): Buffer =>
          run(
            ["dgst", "-sha256", "-mac", "HMAC", "-macopt", `hexkey:${Buffer.from(key).toString("hex")}`, "-binary"],
            text
          )
      : undefined
})
