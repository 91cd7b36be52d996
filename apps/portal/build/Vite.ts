/** How the portal is built: one entry, lazy routes, no inline scripts or styles, so that the policy can stay strict. */
import react from "@vitejs/plugin-react"
import type { InlineConfig } from "vite"
import { compiledTexts } from "./CompiledTexts.ts"
import { portalRoot } from "./Root.ts"

export const viteConfig: InlineConfig = {
  root: portalRoot,
  base: "/portal/",
  configFile: false,
  logLevel: "warn",
  plugins: [react(), compiledTexts()],
  build: {
    outDir: "dist",
    target: "es2024",
    assetsInlineLimit: 0,
    // The preload helper sets inline styles nowhere, but its polyfill is a script that no browser of the target needs.
    modulePreload: { polyfill: false },
    cssCodeSplit: true,
    // Most licences demand that every copy carries their text. The package of the server lists these packages too.
    license: { fileName: "licenses.json" },
    reportCompressedSize: false
  }
}
