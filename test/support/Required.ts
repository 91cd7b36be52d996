/** `HEDDLE_TEST_REQUIRE_RUNTIMES=true` fails, instead of skipping, where Bun, Deno or workerd is not installed. */
export const requireRuntimes = process.env["HEDDLE_TEST_REQUIRE_RUNTIMES"] === "true"
