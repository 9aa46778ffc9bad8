/**
 * Runs the tests, and the examples of the documentation as tests, and ends with the line `N passed, N failed`, counted from the
 * runner's own JUnit report. Flags and paths are passed on to `deno test`.
 *
 * @module
 */
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";

const home = fileURLToPath(new URL("..", import.meta.url));
const report = await Deno.makeTempFile({ suffix: ".xml" });
/** Where documentation has examples: `cli.ts` and `launch.ts` have none, and would start as programs. */
const DOCUMENTED = ["mod.ts", "platform", "graph", "hardware", "results", "datasets", "kernels", "training"]
  .concat(["distributed", "experiments", "tools/check_kernels/wgsl_resources.ts"]);
const paths = Deno.args.some((arg) => !arg.startsWith("-")) ? [] : ["tests/", ...DOCUMENTED];

const { code } = await new Deno.Command(Deno.execPath(), {
  args: [
    "test",
    "--doc",
    "--no-prompt",
    "--allow-read",
    "--allow-write",
    "--allow-env",
    "--allow-run",
    "--allow-ffi",
    "--allow-sys",
    "--allow-net=127.0.0.1",
    "--parallel",
    `--junit-path=${report}`,
    ...Deno.args,
    ...paths,
  ],
  cwd: home,
  // On two cores more than two test files at once only wait for each other.
  env: {
    DENO_JOBS: String(Math.min(2, navigator.hardwareConcurrency)),
    RUST_BACKTRACE: "0",
    // Vulkan loaders complain on every line of the log where a session manager has not set it.
    XDG_RUNTIME_DIR: Deno.env.get("XDG_RUNTIME_DIR") ?? tmpdir(),
  },
  stdin: "null",
  stdout: "inherit",
  stderr: "inherit",
}).output();

/** Counts of the report's root element; a run that never started has none. */
function count(xml: string, name: string): number {
  const root = xml.match(/<testsuites[^>]*>/)?.[0] ?? "";
  return Number(root.match(new RegExp(`\\b${name}="(\\d+)"`))?.[1] ?? 0);
}

const xml = await Deno.readTextFile(report);
await Deno.remove(report);
// A file that fails to load is no test to the report: the exit code alone knows of it.
const known = count(xml, "failures") + count(xml, "errors");
const failed = Math.max(known, code === 0 ? 0 : 1);
const skipped = (xml.match(/<skipped\b/g) ?? []).length;
const passed = count(xml, "tests") - known - skipped;
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
Deno.exit(code !== 0 ? code : passed === 0 ? 1 : 0);
