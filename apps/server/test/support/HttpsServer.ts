/** An HTTPS server of a customer that offers HTTP/2 and HTTP/1.1, with a certificate that only the tests trust. */
import { Effect } from "effect"
import type { Http2SecureServer, Http2ServerRequest, Http2ServerResponse } from "node:http2"
import { createSecureServer } from "node:http2"
import tls from "node:tls"

/** Self-signed, for localhost and 127.0.0.1, valid until 2126. It protects nothing. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUX+Q/bix6r0F6vFuUdWI88VvUDfYwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjEwNTIxNloYDzIxMjYxMDI5
MTA1MjE2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAST1KtbSO0keq3jJ2fb0kMc1Jr26kxv++LoOg+FCiXEJDtMydX+bfMg
jUt54IVw2ieZCsHL0tH1tupVYqYALxaEo28wbTAdBgNVHQ4EFgQU6f0Y/jEYL63Z
se49HilHQFZW02cwHwYDVR0jBBgwFoAU6f0Y/jEYL63Zse49HilHQFZW02cwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAOKDGc6gl8mg3dKbwpqmJNl5UJeeObEwxtEbc69ZHfvHAiBu
fHi8z0F4p5odapuropDcQtUocfiAU4KupT+i6ZduAw==
-----END CERTIFICATE-----`
const privateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQguOYdjc2izMc0p9JD
P6pM+bzza0U0JF4ES46EX/4L2l2hRANCAAST1KtbSO0keq3jJ2fb0kMc1Jr26kxv
++LoOg+FCiXEJDtMydX+bfMgjUt54IVw2ieZCsHL0tH1tupVYqYALxaE
-----END PRIVATE KEY-----`

/** Trusts the certificate above in this process until the scope closes. */
const trusted = Effect.acquireRelease(
  Effect.sync(() => {
    const before = tls.getCACertificates("default")
    tls.setDefaultCACertificates([...before, certificate])
    return before
  }),
  (before) => Effect.sync(() => tls.setDefaultCACertificates(before))
)

const listen = (server: Http2SecureServer): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : 0)
    })
  })

/** Answers requests of both versions as the test says; returns its port. */
export const httpsServer = (
  answer: (request: Http2ServerRequest, response: Http2ServerResponse, version: string) => void
) =>
  Effect.andThen(
    trusted,
    Effect.acquireRelease(
      Effect.promise(async () => {
        const sockets = new Set<{ destroy(): unknown }>()
        const server = createSecureServer({ cert: certificate, key: privateKey, allowHTTP1: true })
        server.on("secureConnection", (socket) => sockets.add(socket))
        server.on("request", (request, response) => answer(request, response, request.httpVersion))
        const port = await listen(server)
        return { server, sockets, port }
      }),
      ({ server, sockets }) =>
        Effect.promise(() => {
          for (const socket of sockets) socket.destroy()
          return new Promise<void>((resolve) => server.close(() => resolve()))
        })
    )
  )
