/** The customer on Bun: `bun Bun.ts PORT`. */
import { makeCustomer } from "../frameworks/Customer.ts"

declare const Bun: {
  readonly argv: ReadonlyArray<string>
  readonly serve: (options: {
    readonly port: number
    readonly hostname: string
    readonly fetch: (request: Request) => Promise<Response>
  }) => unknown
}

Bun.serve({ port: Number(Bun.argv[2]), hostname: "127.0.0.1", fetch: makeCustomer().fetch })
