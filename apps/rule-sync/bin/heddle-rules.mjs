#!/usr/bin/env node
await import("../../../scripts/require-node.mjs")
await import("../src/main.ts")
