import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
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

export interface Certificate {
  readonly certFile: string
  readonly cert: string
  readonly key: string
}

const certificateFor = (address: string, folder: string): Certificate => {
  const [keyFile, certFile] = [join(folder, "key.pem"), join(folder, "cert.pem")]
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
  const names = ["-subj", `/CN=${address}`, "-addext", `subjectAltName=IP:${address}`]
  run(["req", "-x509", ...curve, ...names, "-keyout", keyFile, "-out", certFile], Buffer.alloc(0))
  return { certFile, cert: readFileSync(certFile, "utf8"), key: readFileSync(keyFile, "utf8") }
}

/** Makes a certificate that signs itself, for an IP address, in a folder. */
export const selfSigned = new Optional({
  thing: "OPENSSL",
  name: "the command openssl",
  remedy: "install OpenSSL 3",
  find: () => (isInstalled() ? certificateFor : undefined)
})
