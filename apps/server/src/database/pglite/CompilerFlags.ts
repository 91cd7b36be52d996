/**
 * Makes V8 keep the code of its baseline compiler. The optimizing one briefly takes some 450 MB when PostgreSQL's code
 * gets hot; without it, long statements take longer. Must be in force before the first
 * module of WebAssembly is compiled.
 */
export const compilerFlags = ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering", "--wasm-lazy-compilation"] as const
