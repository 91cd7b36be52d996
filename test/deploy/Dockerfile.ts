/** Executes the steps of a Dockerfile in folders, one for each stage, where no container engine is at hand. */
import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync } from "node:fs"
import { dirname, join, matchesGlob } from "node:path"
import type { Account } from "../support/UnprivilegedAccount.ts"

interface Instruction {
  readonly name: string
  readonly text: string
}

export interface Image {
  /** The image that it is made from. */
  base: string
  /** The folder that stands for `/`. */
  root: string
  workdir: string
  env: Record<string, string>
  user: string
  command: ReadonlyArray<string>
  healthcheck: ReadonlyArray<string>
}

export const instructionsOf = (dockerfile: string): ReadonlyArray<Instruction> =>
  dockerfile
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => {
      const [name = "", ...rest] = line.split(" ")
      return { name, text: rest.join(" ") }
    })

const listOf = (text: string): ReadonlyArray<string> => {
  const parsed: unknown = JSON.parse(text.slice(text.indexOf("[")))
  if (!Array.isArray(parsed)) throw new Error(`${text} is not in the list form`)
  return parsed.map(String)
}

/** Whether a `.dockerignore` leaves a file out, by itself or with a folder that it is in. */
export const isIgnored = (dockerignore: string, path: string): boolean => {
  const patterns = dockerignore.split("\n").filter((line) => line !== "")
  const parts = path.split("/")
  return parts.some((_part, index) =>
    patterns.some((pattern) => matchesGlob(parts.slice(0, index + 1).join("/"), pattern))
  )
}

const pairsOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split(" ").map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)])
  )

interface Surroundings {
  /** Gets a folder for each stage. */
  readonly folder: string
  /** Copies the files of the build into a folder. */
  readonly copyFiles: (to: string) => void
  /** Absolute folders of the image, which commands name. */
  readonly folders: ReadonlyArray<string>
  /** Stands for the image's user. */
  readonly account: Account
  readonly env: Readonly<Record<string, string | undefined>>
}

const imageUser = "1000:1000"

/** The image of the last stage. An instruction that this does not know is an error. */
export const build = (dockerfile: string, { folder, copyFiles, folders, account, env }: Surroundings): Image => {
  const roots = new Map<string, string>()
  const values = new Map<string, string>()
  const image: Image = { base: "", root: "", workdir: "/", env: {}, user: "root", command: [], healthcheck: [] }
  const inRoot = (command: string) =>
    folders
      .reduce((text, path) => text.replaceAll(path, join(image.root, path)), command)
      .replaceAll(imageUser, `${account.uid}:${account.gid}`)
  for (const { name, text } of instructionsOf(dockerfile)) {
    if (name === "ARG") values.set(text.slice(0, text.indexOf("=")), text.slice(text.indexOf("=") + 1))
    else if (name === "FROM") {
      const [from = "", stage = "last"] = text.split(" AS ")
      const base = from.replace(/\$\{(\w+)\}/, (_all, argument: string) => values.get(argument) ?? "")
      Object.assign(image, { base, root: join(folder, stage), workdir: "/", env: {}, user: "root" })
      mkdirSync(image.root, { recursive: true })
      roots.set(stage, image.root)
    } else if (name === "WORKDIR") image.workdir = text
    else if (name === "ENV") Object.assign(image.env, pairsOf(text))
    else if (name === "USER") image.user = text
    else if (name === "CMD") image.command = listOf(text)
    else if (name === "HEALTHCHECK") image.healthcheck = listOf(text)
    else if (name === "COPY" && text === ". .") copyFiles(join(image.root, image.workdir))
    else if (name === "COPY") {
      const [flag = "", from = "", to = ""] = text.split(" ")
      const source = roots.get(flag.replace("--from=", ""))
      if (source === undefined) throw new Error(`COPY ${text}: no such stage`)
      mkdirSync(dirname(join(image.root, to)), { recursive: true })
      cpSync(join(source, from), join(image.root, to), {
        recursive: true,
        verbatimSymlinks: true,
        preserveTimestamps: true
      })
    } else if (name === "RUN") {
      mkdirSync(join(image.root, image.workdir), { recursive: true })
      execFileSync("sh", ["-c", inRoot(text)], {
        cwd: join(image.root, image.workdir),
        env: { ...env, ...image.env },
        stdio: "pipe",
        ...(image.user === "root" ? {} : account)
      })
    } else if (name !== "VOLUME" && name !== "EXPOSE") throw new Error(`${name} is not known here`)
  }
  return image
}
