import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"
import { expect, it } from "vitest"

const maxGzippedBytes = 1536

/** What an adapter adds to a project that has the core already, minified and gzipped. */
async function gzippedBytes(entry: string): Promise<number> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL(`../../src/adapters/${entry}.ts`, import.meta.url)),
    platform: "node",
    external: (id) => /\/core\/|\/Receiver\.ts$/.test(id) || /^(?:node:|effect)/.test(id)
  })
  const { output } = await bundle.generate({ format: "esm", minify: true })
  await bundle.close()
  return gzipSync(output[0].code).byteLength
}

it.each(["express", "fastify", "koa", "lambda", "nest", "node", "effect"])("%s stays small", async (entry) => {
  const bytes = await gzippedBytes(entry)
  process.stdout.write(`@heddle/receiver/${entry}: ${bytes} bytes gzipped beside the core\n`)
  expect(bytes).toBeLessThanOrEqual(maxGzippedBytes)
})
