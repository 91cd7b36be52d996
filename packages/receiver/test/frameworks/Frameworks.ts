import { effect } from "./Effect.ts"
import { express } from "./Express.ts"
import { fastify } from "./Fastify.ts"
import { fetchFrameworks } from "./Fetch.ts"
import type { Framework } from "./Framework.ts"
import { koa } from "./Koa.ts"
import { lambda } from "./Lambda.ts"
import { nest } from "./Nest.ts"
import { node } from "./Node.ts"

export const frameworks: ReadonlyArray<Framework> = [
  node,
  ...express,
  fastify,
  koa,
  ...nest,
  ...fetchFrameworks,
  ...effect,
  ...lambda
]
