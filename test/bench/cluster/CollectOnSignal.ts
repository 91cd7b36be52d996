/** Loaded into the nodes of a soak: SIGUSR2 collects all garbage, so that the heap in use is what lives. */
process.on("SIGUSR2", () => globalThis.gc?.())
