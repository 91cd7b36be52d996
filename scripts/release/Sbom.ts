/**
 * The bill of materials (CycloneDX): what is in the packages, as their bundler saw it. `npm sbom` lists what is installed,
 * also what builds them and what no package contains.
 */
import { readFile } from "node:fs/promises"
import type { ThirdParty } from "../package/ThirdParties.ts"

export interface Contents {
  readonly name: string
  readonly ecosystem: "npm" | "pypi"
  readonly thirdParties: ReadonlyArray<ThirdParty>
}

interface Named {
  readonly name: string
  readonly version: string
}

interface Locked {
  readonly version: string
  readonly integrity?: string
}

const ours = "@heddle/"

const purlOf = (ecosystem: Contents["ecosystem"], { name, version }: Named): string =>
  `pkg:${ecosystem}/${name.replace("@", "%40")}@${version}`

/** Of the file that npm installed, by name and version. */
const integrities = async (): Promise<ReadonlyMap<string, string>> => {
  const lock: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
    await readFile(new URL("../../package-lock.json", import.meta.url), "utf8")
  )
  return new Map(
    Object.entries(lock.packages).flatMap(([path, { version, integrity }]) =>
      integrity === undefined ? [] : [[`${path.split("node_modules/").at(-1)} ${version}`, integrity] as const]
    )
  )
}

const hashesOf = (integrity: string | undefined) => {
  const [, digest] = /^sha512-(\S+)$/.exec(integrity ?? "") ?? []
  return digest === undefined
    ? {}
    : { hashes: [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }] }
}

export async function sbomOf(
  { version, timestamp }: { readonly version: string; readonly timestamp: string },
  contents: ReadonlyArray<Contents>
) {
  const locked = await integrities()
  const component = (type: string, ecosystem: Contents["ecosystem"], named: Named, license: string) => {
    const purl = purlOf(ecosystem, named)
    const { name, version } = named
    return { type, "bom-ref": purl, name, version, licenses: [{ expression: license }], purl }
  }
  const own = contents.map(({ name, ecosystem }) => component("library", ecosystem, { name, version }, "Apache-2.0"))
  const others = (parties: ReadonlyArray<ThirdParty>) => parties.filter(({ name }) => !name.startsWith(ours))
  const third = new Map(
    others(contents.flatMap(({ thirdParties }) => thirdParties)).map((party) => [
      purlOf("npm", party),
      {
        ...component("library", "npm", party, party.license),
        ...hashesOf(locked.get(`${party.name} ${party.version}`))
      }
    ])
  )
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      timestamp,
      component: { type: "application", "bom-ref": "heddle", name: "heddle", version }
    },
    components: [...own, ...third.values()],
    dependencies: [
      { ref: "heddle", dependsOn: own.map((one) => one["bom-ref"]) },
      ...contents.map(({ name, ecosystem, thirdParties }) => ({
        ref: purlOf(ecosystem, { name, version }),
        dependsOn: [...new Set(others(thirdParties).map((party) => purlOf("npm", party)))]
      }))
    ]
  }
}
