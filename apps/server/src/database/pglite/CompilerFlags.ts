/**
 * Makes V8 keep the code of its baseline compiler. The optimizing one takes 450 MB for PostgreSQL's largest function alone
 * and keeps them for minutes; without it, long statements take up to half as long again. Must be in force before the first
 * module of WebAssembly is compiled.
 */
export const compilerFlags = ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering", "--wasm-lazy-compilation"] as const
