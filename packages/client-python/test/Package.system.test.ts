/** The package as it is published: built, installed in an empty folder, and used as its README and notebook do. */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { version } from "@heddle/api"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { describeWith } from "../../../test/support/DescribeWith.ts"
import { type Ended, runToEnd } from "../../../test/support/EndedProgram.ts"
import { pythonCommand } from "../../../test/support/Interpreters.ts"
import { createAccount, ingest } from "../../../test/support/Operator.ts"
import { useServer } from "../../../test/support/RunningServer.ts"
import { generators } from "../../../test/clients/Generators.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const readme = await readFile(join(root, "README.md"), "utf8")
const programs = Array.from(readme.matchAll(/^```python\n# (\S+)\n([^]*?)^```$/gm), ([, name = "", code = ""]) => ({
  name,
  code
}))
const {
  cells
}: { readonly cells: ReadonlyArray<{ readonly cell_type: string; readonly source: ReadonlyArray<string> }> } =
  JSON.parse(await readFile(join(root, "trend.ipynb"), "utf8"))
/** The cells one after the other; what the last one shows is printed. */
const notebook = cells
  .filter(({ cell_type }) => cell_type === "code")
  .map(({ source }) => source.join(""))
  .join("\n")
  .replace(/\n(Chart\(series\))$/, "\nprint($1._repr_svg_())")

/** Right only if parameters, rows and codes have the types that they should. */
const typed = `from heddle_client import Estimate, FoundPost, Heddle

heddle = Heddle(api_key="hdl_test", base_url="https://heddle.example")
heddle.search_posts(keywords=["a"], limit="two")
heddle.search_posts(limit=2)
heddle.rows(heddle.hot_posts, size="many")
heddle.search_posts(keywords=["a"])["data"][0]["lkes"]


def right() -> tuple[int, FoundPost, Estimate]:
    posts = heddle.rows(heddle.search_posts, keywords=["a"])
    return sum(post["like_count"] for post in posts), next(posts), heddle.estimate(heddle.hot_posts, size=30)
`

describeWith(pythonCommand, "the Python package", (command) => {
  let folder: string

  const run = async (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}): Promise<Ended> => {
    const ended = await runToEnd(command, ["-X", "utf8", ...args], { cwd: folder, env })
    assert.strictEqual(ended.code, 0, ended.all)
    return ended
  }
  const pack = `import sys; sys.path.insert(0, ${JSON.stringify(root)}); import build_package as b; print(b.build_wheel("."), b.build_sdist("."))`

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "client-python-"))
    const [wheel = ""] = (await run(["-c", pack], { PYTHONDONTWRITEBYTECODE: "1" })).out.split(" ")
    await run(["-m", "zipfile", "-e", wheel, "."])
    for (const { name, code } of programs) await writeFile(join(folder, name), code)
    await writeFile(join(folder, "notebook.py"), notebook)
    await writeFile(join(folder, "typed.py"), typed)
  })
  afterAll(() => rm(folder, { recursive: true }))

  it("holds its modules, types and license, and its archive what builds it again", async () => {
    const installed = await readdir(join(folder, "heddle_client"))
    assert.includeMembers(installed, ["__init__.py", "_generated.py", "py.typed"])
    const info = await readdir(join(folder, `heddle_client-${version}.dist-info`), { recursive: true })
    assert.sameMembers(info, ["METADATA", "RECORD", "WHEEL", "licenses", "licenses/LICENSE"])
    const { out } = await run(["-m", "tarfile", "-l", `heddle_client-${version}.tar.gz`])
    for (const file of ["PKG-INFO", "LICENSE", "build_package.py", "src/heddle_client/py.typed"]) {
      assert.include(out, `heddle_client-${version}/${file}`)
    }
  })

  describe("in an empty folder", () => {
    const server = useServer()
    let env: Readonly<Record<string, string>>

    beforeAll(async () => {
      const { apiKey } = await createAccount(server(), { plan: "standard" })
      env = { HEDDLE_API_KEY: apiKey, HEDDLE_API_URL: server().baseUrl }
      const now = Math.floor(Date.now() / 1_000)
      const posts = ["c1", "c2", "c3", "c4", "c5"].map((code, index) => ({
        type: "post",
        code,
        caption: "週末最適合來一杯手沖咖啡",
        username: "amy",
        url: `https://network.example/${code}`,
        post_timestamp: now - 60 * (index + 1)
      }))
      await ingest(server(), posts.map((post) => JSON.stringify(post)).join("\n"))
    })

    const linesOf = async (file: string) => (await run([file], env)).out.trimEnd().split("\n")

    it("runs the README's programs", async () => {
      const found = await linesOf("search.py")
      assert.deepStrictEqual([found[0], found.at(-1)], ["amy 週末最適合來一杯手沖咖啡", "[] 5 None"])
      const urls = ["c1", "c2", "c3", "c4", "c5"].map((code) => `https://network.example/${code}`)
      assert.deepStrictEqual(await linesOf("pages.py"), ["500", ...urls, "4 credits"])
      assert.match((await linesOf("errors.py")).join(), /^invalid_parameter limit: .*'path': 'limit'.* req_/)
    })

    it("draws the trend of the notebook", async () => {
      const [credits, svg = ""] = await linesOf("notebook.py")
      assert.match(credits ?? "", /^\d+ credits/)
      assert.match(svg, /^<svg .*<text x="8" y="16">5 posts a day<\/text>.*<\/svg>$/)
      const lines = Array.from(svg.matchAll(/<polyline points="([^"]+)"/g), ([, points = ""]) => points.split(" "))
      assert.deepStrictEqual(
        lines.map((points) => points.length),
        [14, 14]
      )
    })
  })

  describeWith(generators, "with a type checker", ({ pyright }) => {
    it("has no fault, and shows those of its users", async () => {
      const checked = async (files: ReadonlyArray<string>) => {
        const config = { include: files, typeCheckingMode: "strict", reportPrivateUsage: false, pythonVersion: "3.11" }
        await writeFile(join(folder, "pyrightconfig.json"), JSON.stringify(config))
        const { out } = await runToEnd(process.execPath, [pyright, "--outputjson"], { cwd: folder })
        const { generalDiagnostics } = JSON.parse(out)
        return generalDiagnostics.map(
          (one: { readonly range: { readonly start: { readonly line: number } } }) => one.range.start.line
        )
      }
      assert.deepStrictEqual(await checked(["heddle_client", ...programs.map(({ name }) => name)]), [])
      assert.deepStrictEqual([...new Set(await checked(["typed.py"]))], [3, 4, 5, 6])
    })
  })
})
