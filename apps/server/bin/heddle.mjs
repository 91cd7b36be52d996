#!/usr/bin/env node
import "../../../scripts/require-node.mjs"

await import("../src/cli.ts")
