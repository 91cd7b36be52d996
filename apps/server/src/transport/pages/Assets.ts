/** Files of the pages. The address of each changes with its content, so browsers may keep it. */
import { Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"

// Read once at start-up: the files ship with the package.
const asset = <Path extends `/assets/${string}`>(path: Path, files: ReadonlyArray<string>, contentType: string) => {
  const text = files.map((file) => readFileSync(new URL(file, import.meta.url), "utf8")).join("\n")
  const version = createHash("sha256").update(text).digest("hex").slice(0, 12)
  return { path, url: `${path}?v=${version}`, text, contentType }
}

/** Pages and portal share their colours, sizes and plain elements. */
const shared = ["tokens.css", "common.css"].map((name) => `../../../../portal/src/ui/${name}`)

export const stylesheet = asset("/assets/pages.css", [...shared, "pages.css"], "text/css; charset=utf-8")
export const icon = asset("/assets/icon.svg", ["icon.svg"], "image/svg+xml")

/** Of the documentation. */
export const docsStylesheet = asset("/assets/docs.css", ["../docs/docs.css"], "text/css; charset=utf-8")
export const docsScript = asset("/assets/docs.js", ["../docs/docs.js"], "text/javascript; charset=utf-8")

export const passkeyScript = asset("/assets/passkey.js", ["passkey.js"], "text/javascript; charset=utf-8")

const assets = [stylesheet, icon, passkeyScript, docsStylesheet, docsScript]
export const assetPaths = assets.map(({ path }) => path)

const routes = assets.map(({ path, text, contentType }) =>
  HttpRouter.add(
    "GET",
    path,
    HttpServerResponse.text(text, {
      contentType,
      headers: { "cache-control": "public, max-age=31536000, immutable" }
    })
  )
)

export const Assets = Layer.mergeAll(Layer.empty, ...routes)
