/** The customer on Deno: `deno run Deno.ts PORT`. */
import { makeCustomer } from "../frameworks/Customer.ts"

declare const Deno: {
  readonly args: ReadonlyArray<string>
  readonly serve: (
    options: { readonly port: number; readonly hostname: string },
    handler: (request: Request) => Promise<Response>
  ) => unknown
}

Deno.serve({ port: Number(Deno.args[0]), hostname: "127.0.0.1" }, makeCustomer().fetch)
