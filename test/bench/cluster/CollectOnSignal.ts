/** Loaded into the nodes of a soak: after SIGUSR2, they collect all garbage and say what still lives in the heap. */
process.on("SIGUSR2", () => {
  globalThis.gc?.()
  process.stdout.write(`live heap ${process.memoryUsage().heapUsed}\n`)
})
