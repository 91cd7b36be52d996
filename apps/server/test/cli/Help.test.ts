/** Every command of the server explains itself, with examples that it would accept. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { heddle } from "../../src/cli/Heddle.ts"

interface Leaf {
  readonly path: ReadonlyArray<string>
  readonly command: Command.Command.Any
}

const leavesOf = (command: Command.Command.Any, path: ReadonlyArray<string>): ReadonlyArray<Leaf> => {
  const below = command.subcommands.flatMap(({ commands }) => commands)
  return below.length === 0 ? [{ path, command }] : below.flatMap((one) => leavesOf(one, [...path, one.name]))
}

const leaves = leavesOf(heddle, ["heddle"])

describe("the help of heddle", () => {
  it("has all commands", () => {
    assert.isAbove(leaves.length, 30)
  })

  it.effect.each(leaves.map((leaf) => [leaf.path.join(" "), leaf] as const))("%s", ([title, { path, command }]) =>
    Effect.gen(function* () {
      assert.isNotEmpty(command.examples)
      yield* Command.runWith(heddle, { version: "0" })([...path.slice(1), "--help"])
      const help = (yield* TestConsole.logLines).join("\n")
      const [usage = "", examples = ""] = help.split("EXAMPLES")
      for (const { command: example } of command.examples) {
        assert.include(examples, example)
        assert.include(` ${example.replaceAll(/[()"]/g, " ")} `, ` ${title} `)
        for (const [flag] of example.matchAll(/--[a-z-]+/g)) assert.include(usage, flag, example)
      }
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
