#!/usr/bin/env node
import "../../../scripts/require-node.mjs"
import "../../../scripts/compile-cache.mjs"
import "../../../scripts/small-heap.mjs"

await import("../src/cli.ts")
