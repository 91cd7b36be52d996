/** The package that runs models of this machine. Nothing depends on it: its installation downloads from elsewhere. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { Optional } from "./Optional.ts"

const folder = join(import.meta.dirname, "../../node_modules/@huggingface/transformers")

export const transformers = new Optional({
  thing: "TRANSFORMERS",
  name: "@huggingface/transformers",
  remedy: "npm install --no-save --ignore-scripts @huggingface/transformers",
  find: () => (existsSync(folder) ? folder : undefined)
})
