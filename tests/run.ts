/**
 * Runs the tests, and the examples of the documentation as tests, and ends with the line `N passed, N
 * failed`, counted from the runner's own JUnit reports. Tests that change the environment come one after the
 * other. `--adapters both` runs those of the device and the kernels once more on the bundled SwiftShader, of
 * which they get no more than every GPU has, the largest kernels of them by Dawn, where that is fetched.
 * Other flags and paths are passed on to `deno test`: `--no-check` saves the minute that checking all types
 * takes, where `deno task check` has just run.
 *
 * @module
 */
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { findDawn } from "../hardware/webgpu/dawn/dawn.ts";
import { ensureSwiftShader } from "../hardware/webgpu/software.ts";
import { systemVulkan } from "../hardware/webgpu/vulkan.ts";
import { sumOf } from "../platform/lists/sum_of.ts";
import { testFiles } from "./test_files.ts";

const home = fileURLToPath(new URL("..", import.meta.url));
/** Where documentation has examples: `cli.ts` and `launch.ts` have none, and would start as programs. */
const DOCUMENTED = ["mod.ts", "platform", "graph", "hardware", "results", "datasets", "kernels", "training"]
  .concat(["distributed", "experiments", "tools/check_kernels/wgsl_resources.ts"]);
/**
 * Variables of a pass that repeats tests on another adapter: `tests/hardware/cpu/threads.ts` leaves out tests
 * of the CPU.
 */
const AGAIN = { GNN_REPRO_TEST_PASS: "another adapter" };

/** Variables of the pass whose adapter has the limits that WebGPU gives every one: see `any_adapter.ts`. */
const LEAST = { GNN_REPRO_TEST_LIMITS: "default" };

/** Numbers of tests, and the exit code of the runner. */
interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly code: number;
}

/** Counts of the report's root element; a run that never started has none. */
function count(xml: string, name: string): number {
  const root = xml.match(/<testsuites[^>]*>/)?.[0] ?? "";
  return Number(root.match(new RegExp(`\\b${name}="(\\d+)"`))?.[1] ?? 0);
}

/** Runs `deno test` once. */
async function runTests(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Outcome> {
  const report = await Deno.makeTempFile({ suffix: ".xml" });
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["test", "--doc", "--no-prompt", "--allow-read", "--allow-write", "--allow-env", "--allow-run"],
      ...["--allow-ffi", "--allow-sys", "--allow-net=127.0.0.1", "--parallel", `--junit-path=${report}`],
      ...args,
    ],
    cwd: home,
    // On two cores more than two test files at once only wait for each other.
    env: {
      DENO_JOBS: String(Math.min(2, navigator.hardwareConcurrency)),
      RUST_BACKTRACE: "0",
      // Numbers that a user's cache has would make results of tests depend on the machine.
      GNN_REPRO_TUNING: "off",
      // Vulkan loaders complain on every line of the log where a session manager has not set it.
      XDG_RUNTIME_DIR: Deno.env.get("XDG_RUNTIME_DIR") ?? tmpdir(),
      ...env,
    },
    stdin: "null",
    stdout: "inherit",
    stderr: "inherit",
  }).output();
  const xml = await Deno.readTextFile(report);
  await Deno.remove(report);
  // A file that fails to load is no test to the report: the exit code alone knows of it.
  const known = count(xml, "failures") + count(xml, "errors");
  const skipped = (xml.match(/<skipped\b/g) ?? []).length;
  const passed = count(xml, "tests") - known - skipped;
  return { passed, failed: Math.max(known, code === 0 ? 0 : 1), skipped, code };
}

/** Why a second run would add nothing, or `undefined`. */
async function sameAdapterReason(): Promise<string | undefined> {
  const system = systemVulkan();
  if (system.loader === undefined) return `the first run had no other adapter: ${system.detail}`;
  return (await ensureSwiftShader()).reason;
}

const { values: { adapters }, positionals: paths, tokens } = parseArgs({
  args: Deno.args,
  // The filter is `deno test`'s own; its value is no path.
  options: { adapters: { type: "string", default: "one" }, filter: { type: "string" } },
  strict: false,
  allowPositionals: true,
  tokens: true,
});
if (adapters !== "one" && adapters !== "both") {
  console.error(
    `Cannot run the tests: found --adapters ${adapters}, wanted --adapters one or --adapters both`,
  );
  Deno.exit(2);
}
const own = new Set(
  tokens.flatMap((token) =>
    token.kind === "option" && token.name === "adapters"
      ? [token.index, ...(token.inlineValue ? [] : [token.index + 1])]
      : []
  ),
);
const given = Deno.args.filter((_, i) => !own.has(i));

const outcomes: Outcome[] = [], { together, alone, onSwiftShader, byDawn } = await testFiles();
if (paths.length > 0) outcomes.push(await runTests(given, {}));
else {
  outcomes.push(await runTests([...given, ...together, ...DOCUMENTED], {}));
  console.log("\nOne after the other, those that change the environment:");
  outcomes.push(await runTests([...given, ...alone], { DENO_JOBS: "1" }));
}
if (adapters === "both") {
  // Types were checked by the first run.
  const args = given.includes("--no-check") ? given : ["--no-check", ...given];
  const reason = await sameAdapterReason(), { reason: noDawn } = findDawn();
  if (reason !== undefined) console.log(`\nNo second run on the bundled SwiftShader: ${reason}`);
  else {
    console.log(
      "\nOnce more on the bundled SwiftShader with WebGPU's default limits, without tests of the CPU:",
    );
    const hidden = ["vulkan", Deno.env.get("GNN_REPRO_HIDE_NATIVE") ?? ""].filter((name) => name !== "");
    // What runs by Dawn runs on SwiftShader, too, compiled by Tint.
    const others = noDawn === undefined
      ? onSwiftShader.filter((path) => !byDawn.includes(path))
      : onSwiftShader;
    const again = paths.length > 0 ? args : [...args, ...others];
    outcomes.push(await runTests(again, { ...AGAIN, ...LEAST, GNN_REPRO_HIDE_NATIVE: hidden.join(",") }));
  }
  if (noDawn !== undefined) console.log(`\nNo run by Dawn: ${noDawn}`);
  else {
    console.log("\nOnce more by Dawn:");
    const again = paths.length > 0 ? args : [...args, ...byDawn];
    // SwiftShader takes all cores for one process.
    const dawn = { GNN_REPRO_WEBGPU: "dawn", DENO_JOBS: "1" };
    outcomes.push(await runTests(again, { ...AGAIN, ...dawn }));
  }
}

const total = (name: keyof Outcome) => sumOf(outcomes, (outcome) => outcome[name]);
const skipped = total("skipped");
console.log(
  `\n${total("passed")} passed, ${total("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`,
);
const { code } = outcomes.find((outcome) => outcome.code !== 0) ?? outcomes[0];
Deno.exit(code !== 0 ? code : total("passed") === 0 ? 1 : 0);
