import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { compressPage, encodingOf } from "../../../src/transport/http/PageCompression.ts"

const page = HttpServerResponse.html(`<p>${"a page ".repeat(1_000)}</p>`)

const bytesOf = (response: HttpServerResponse.HttpServerResponse, acceptEncoding: string) =>
  compressPage(response).pipe(
    Effect.provideService(
      HttpServerRequest.HttpServerRequest,
      HttpServerRequest.fromWeb(
        new Request("http://localhost/docs", { headers: { "accept-encoding": acceptEncoding } })
      )
    ),
    Effect.map(({ body }) => (body._tag === "Uint8Array" ? body.body : undefined))
  )

it.effect("a page is compressed once for each encoding, whatever headers its answers have", () =>
  Effect.gen(function* () {
    for (const encoding of ["br", "gzip", "deflate", "identity"]) {
      const first = yield* bytesOf(page, encoding)
      const second = yield* bytesOf(HttpServerResponse.setHeader(page, "x-request-id", "another"), `${encoding};q=0.5`)
      assert.isDefined(first)
      assert.strictEqual(second, first, encoding)
    }
  })
)

it.effect("at once, too, and another page is another", () =>
  Effect.gen(function* () {
    const other = HttpServerResponse.html("another page ".repeat(500))
    const [first, second, third] = yield* Effect.all(
      [bytesOf(other, "gzip"), bytesOf(other, "gzip"), bytesOf(page, "gzip")],
      { concurrency: "unbounded" }
    )
    assert.strictEqual(second, first)
    assert.notStrictEqual(third, first)
  })
)

it("the encoding is the first one of ours that is accepted", () => {
  assert.strictEqual(encodingOf("gzip, br"), "br")
  assert.strictEqual(encodingOf("gzip, br;q=0.0"), "gzip")
  assert.strictEqual(encodingOf("GZIP ; q=0.1"), "gzip")
  assert.strictEqual(encodingOf("*;q=0.1, br;q=0"), "gzip")
  for (const none of [undefined, "", "identity", "zstd", "gzip;q=0", "*;q=0", "gzip;q=2", "b\u0000r"]) {
    assert.isUndefined(encodingOf(none), none)
  }
})
