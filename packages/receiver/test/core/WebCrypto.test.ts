/** The other side of `#crypto`, as Workers and browsers get it. The whole package runs on it in Package.system.test.ts. */
import { createHmac } from "node:crypto"
import * as fc from "fast-check"
import { afterAll, expect, it, vi } from "vitest"

// Other files of this process have the package with node:crypto, so it is loaded again here, and once more for those that follow.
vi.resetModules()
vi.doMock("#crypto", () => import("../../src/core/crypto/WebCrypto.ts"))
const { verify } = await import("@heddle/receiver")
const { signRequest, tamperBody } = await import("@heddle/receiver/testing")
const { otherSecret, secret, sign, start } = await import("../support/Fixtures.ts")
afterAll(() => {
  vi.doUnmock("#crypto")
  vi.resetModules()
})

const now = () => start * 1000
const options = { secrets: [otherSecret, secret], now }

it("agrees with node:crypto over any bytes, and refuses any changed bit", async () => {
  const used = vi.spyOn(crypto.subtle, "sign")
  const property = fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 2000 }), fc.nat(), async (body, bit) => {
    const signed = await signRequest({ secrets: secret, body, at: start })
    const mac = createHmac("sha256", secret).update(`${start},`).update(body).digest("hex")
    expect(signed.headers["X-Service-Signature"]).toBe(`t=${start},v1=${mac}`)
    expect(await verify({ ...signed, ...options })).toEqual({ signedAt: start, body: new Uint8Array(body) })
    await expect(verify({ ...tamperBody(signed, bit), ...options })).rejects.toMatchObject({ code: "no_match" })
  })
  await fc.assert(property, { numRuns: 300 })
  expect(used.mock.calls.length).toBeGreaterThan(900)
  used.mockRestore()
})

it("imports a secret once", async () => {
  const used = vi.spyOn(crypto.subtle, "importKey")
  const signed = await sign({ secrets: `${secret}once` })
  const before = used.mock.calls.length
  for (let time = 0; time < 5; time += 1) await verify({ ...signed, secrets: `${secret}once`, now })
  expect(used.mock.calls.length - before).toBe(1)
  used.mockRestore()
})

it("gives back the bytes that were hashed, even when their buffer is reused meanwhile", async () => {
  const signed = await sign({ body: "genuine" })
  const pending = verify({ ...signed, ...options })
  signed.body.fill(0x78)
  expect(new TextDecoder().decode((await pending).body)).toBe("genuine")
})
