import { effect } from "./Effect.ts"
import { express } from "./Express.ts"
import { fastify } from "./Fastify.ts"
import { hono } from "./Fetch.ts"
import type { Framework } from "./Framework.ts"
import { koa } from "./Koa.ts"
import { lambda } from "./Lambda.ts"
import { nest } from "./Nest.ts"
import { node } from "./Node.ts"

/** Those in which a test's own receiver can stand. */
export const frameworks: ReadonlyArray<Framework> = [
  node,
  ...express,
  fastify,
  koa,
  ...nest,
  hono,
  ...effect,
  ...lambda
]

/** A gateway in front of the others passes whole requests only. */
export const unbuffered = frameworks.filter(({ buffered }) => buffered !== true)
