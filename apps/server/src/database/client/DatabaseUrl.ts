/** What the driver does not know of PostgreSQL's URLs: several hosts, and the authority that signed a certificate. */
import { Effect, Redacted } from "effect"
import { readFileSync } from "node:fs"
import { type ConnectionOptions, createSecureContext } from "node:tls"
import { DatabaseUnavailable } from "./DatabaseInfo.ts"

export type UrlSetting = "DATABASE_URL" | "HEDDLE_LISTEN_DATABASE_URL" | "HEDDLE_QUERY_DATABASE_URL"

export interface DatabaseHost {
  readonly name: string
  readonly port: number
  /** Name and port, as in a URL. */
  readonly location: string
  /** The URL with this host alone. */
  readonly url: Redacted.Redacted<string>
}

export interface DatabaseUrl {
  readonly setting: UrlSetting
  /** Hosts, ports and database name, without the password; safe to log. */
  readonly location: string
  readonly hosts: readonly [DatabaseHost, ...ReadonlyArray<DatabaseHost>]
  /** Undefined where `sslmode` alone says it. */
  readonly ssl: ConnectionOptions | undefined
}

const example =
  "Expected postgresql://user:password@host:5432/database; special characters in the password percent-encoded."

const refused = (setting: UrlSetting, details: string, what = `${setting} is not the URL of a PostgreSQL database.`) =>
  new DatabaseUnavailable({
    what,
    details,
    solution: `Correct ${setting}, or remove it${setting === "DATABASE_URL" ? " to use the embedded database" : ""}.`
  })

/** Everything up to the hosts, the hosts, and the rest. A URL as Node knows it has one host. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s

/** The URL with each of its hosts. Parse errors are dropped, because they quote the whole URL. */
const urlsIn = (text: string): ReadonlyArray<URL> => {
  const [, before, hosts = "", after] = parts.exec(text) ?? []
  if (before === undefined) return []
  const urls = hosts.split(",").map((host) => `${before}${host}${after}`)
  return urls.every((url) => URL.canParse(url)) ? urls.map((url) => new URL(url)) : []
}

const hostOf = (url: URL): DatabaseHost => {
  const port = Number(url.port || url.searchParams.get("port") || 5432)
  return {
    name: decodeURIComponent(url.hostname.replace(/^\[(.*)\]$/, "$1")),
    port,
    location: `${url.hostname}:${port}`,
    url: Redacted.make(url.href)
  }
}

/** All that Heddle can use: it writes. Replicas may say what they are. */
const writable = new Set(["any", "read-write", "primary"])

const verifying = new Set(["require", "verify-ca", "verify-full"])

/** Throws for a file without certificates, of which Node would take nothing and then trust nobody. */
const certificatesIn = (file: string): string => {
  const text = readFileSync(file, "utf8")
  if (!text.includes("-----BEGIN CERTIFICATE-----")) throw new Error(`${file} contains no certificate`)
  return text
}

/**
 * As in libpq, `verify-ca` leaves the name in the certificate alone. `require` is stricter here: it verifies as much as
 * `verify-full`.
 */
const tlsOf = (setting: UrlSetting, { searchParams }: URL, hosts: number) =>
  Effect.suspend((): Effect.Effect<ConnectionOptions | undefined, DatabaseUnavailable> => {
    const mode = searchParams.get("sslmode") ?? "disable"
    const file = searchParams.get("sslrootcert")
    const verifies = verifying.has(mode)
    if (!verifies && (file !== null || (hosts > 1 && mode !== "disable"))) {
      const reason = file === null ? "several hosts" : "sslrootcert"
      return Effect.fail(
        refused(
          setting,
          `With ${reason}, sslmode is verify-full, verify-ca or require.`,
          `${setting} has no TLS to use.`
        )
      )
    }
    if (file === null) return Effect.succeed(verifies && hosts > 1 ? {} : undefined)
    return Effect.try({
      try: () => ({
        secureContext: createSecureContext({ ca: certificatesIn(file) }),
        ...(mode === "verify-ca" ? { checkServerIdentity: () => undefined } : {})
      }),
      catch: (cause) =>
        refused(
          setting,
          cause instanceof Error ? cause.message : String(cause),
          `The sslrootcert of ${setting} is no readable file of certificates in PEM format.`
        )
    })
  })

export const parseDatabaseUrl = Effect.fnUntraced(function* (
  setting: UrlSetting,
  url: Redacted.Redacted<string>
): Effect.fn.Return<DatabaseUrl, DatabaseUnavailable> {
  const [first, ...others] = urlsIn(Redacted.value(url))
  if (first === undefined) return yield* refused(setting, example)
  const wanted = first.searchParams.get("target_session_attrs")
  if (setting !== "HEDDLE_QUERY_DATABASE_URL" && wanted !== null && !writable.has(wanted)) {
    return yield* refused(
      setting,
      `Heddle writes, so target_session_attrs can be read-write or primary, but not ${wanted}.`,
      `${setting} asks for a server that takes no writes.`
    )
  }
  return {
    setting,
    location: `${[first, ...others].map(({ host }) => host).join(",")}${first.pathname}`,
    hosts: [hostOf(first), ...others.map(hostOf)],
    ssl: yield* tlsOf(setting, first, 1 + others.length)
  }
})
