// Old runtimes cannot start the project's TypeScript at all; say so before they fail on syntax.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `Heddle needs Node 22.19 or newer and found ${process.versions.node}. Install Node 24.\n` +
      `In a checkout, the npm package "node" provides it: run "npm ci" again without --ignore-scripts ` +
      `(npm 12 reads "allowScripts" in package.json).\n`
  )
  process.exit(1)
}
