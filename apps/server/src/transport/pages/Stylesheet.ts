/** The stylesheet of the pages. Its address changes with its content, so browsers may keep it. */
import { HttpRouter, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"

// Read once at start-up: the file ships with the package.
const css = readFileSync(new URL("pages.css", import.meta.url), "utf8")

export const stylesheetPath = "/assets/pages.css"
export const stylesheetUrl = `${stylesheetPath}?v=${createHash("sha256").update(css).digest("hex").slice(0, 12)}`

export const StylesheetRoute = HttpRouter.add(
  "GET",
  stylesheetPath,
  HttpServerResponse.text(css, {
    contentType: "text/css; charset=utf-8",
    headers: { "cache-control": "public, max-age=31536000, immutable", "x-content-type-options": "nosniff" }
  })
)
