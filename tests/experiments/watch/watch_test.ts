/**
 * The author's loop on a copy of the repository whose kernels are edited while it runs.
 *
 * @module
 */
import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inFolder } from "../../in_folder.ts";
import { processesOf, RING, RunningWatch } from "./running_watch.ts";
import { adapterInUse } from "../../hardware/webgpu/any_adapter.ts";

const home = fileURLToPath(new URL("../../..", import.meta.url));
const ROOMS = [
  "platform",
  "graph",
  "hardware",
  "datasets",
  "kernels",
  "training",
  "distributed",
  "experiments",
  // Unpacks the bundled adapter.
  "tools",
];
const RESULTS = [...Deno.readDirSync(join(home, "results"))].map(({ name }) => name)
  .filter((name) => !["sessions", "trainings", "recorded"].includes(name));
const FILES = [...Deno.readDirSync(home)].filter(({ isFile }) => isFile).map(({ name }) => name)
  .filter((name) => /\.ts$|^deno\.(json|lock)$/.test(name));

/** A copy of the repository with a small graph in it, in a folder whose address is no path. */
async function withCopy(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "räume 1 " });
  try {
    for (const name of [...ROOMS, ...RESULTS.map((name) => `results/${name}`), ...FILES]) {
      cpSync(join(home, name), join(folder, name), { recursive: true });
    }
    writeFileSync(join(folder, "ring.txt"), RING);
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Replaces a text in a file, which has to have it. */
function edit(path: string, from: string, to: string): void {
  const text = readFileSync(path, "utf8");
  assert.ok(text.includes(from), `${path} has no ${JSON.stringify(from)}`);
  writeFileSync(path, text.replace(from, to));
}

Deno.test({
  name:
    "each save is checked and timed against the version before; Ctrl-C ends it, 130 and no error, and leaves no process",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    withCopy(async (folder) => {
      const module = join(folder, "kernels/spmm/row_split_scalar/wasm.ts");
      const right = readFileSync(module, "utf8");
      const running = new RunningWatch(folder, ["spmm/row-split-scalar", "--device", "wasm"]);
      try {
        const first = await running.hear(/of roofline/);
        assert.match(
          first,
          /row_split_scalar\/wasm\.ts on .*ring \(real, \d+ entries\), width 8; \d+ files are watched until Ctrl-C/,
        );
        assert.match(
          first,
          /row-split-scalar@wasm {2}right \(worst row \d+, error [\d.]+ of the tolerance, 300 rows\) {2}[\d.]+ ms {2}[\d.]+x row-split \[[\d.]+, [\d.]+\]/,
        );
        assert.match(first, /^note: ring: Columns behind the two vertex ids were not read\.$/m);
        assert.doesNotMatch(first, /last version/);

        edit(module, "prepare: (device, operands) =>", "prepare: (device, operands, nothing: string) =>");
        const untyped = await running.hear(/does not run[^]*wasm\.ts:\d+:\d+/);
        assert.match(untyped, /nothing|parameters/);
        assert.doesNotMatch(untyped, /file:/);

        // Rows of nothing: the output keeps its poison.
        writeFileSync(
          module,
          right.replace(
            'call("row_split_scalar", rows, args)',
            'call("row_split_scalar", { ...rows, items: 0 }, args)',
          ),
        );
        assert.match(
          await running.hear(/tolerance.*\n/),
          /WRONG \(worst row \d+, error NaN of the tolerance; column \d+ is NaN/,
        );

        writeFileSync(module, `${right}// saved again\n`);
        assert.match(
          await running.hear(/of roofline/),
          /right .*x last version \[[\d.]+, [\d.]+\] {2}[\d.]+x row-split/,
        );

        // A file that the module imports from the operation's plans.
        edit(join(folder, "kernels/spmm/plans/csr_plan_wasm.ts"), "/**", "/** */\n/**");
        assert.match(await running.hear(/of roofline/), /x last version/);
        assert.ok(processesOf(folder).length > 2);
      } finally {
        Deno.kill(-running.child.pid, "SIGINT");
      }
      assert.equal(await running.end(), 130, running.said);
      assert.doesNotMatch(running.said, /error:/);
      assert.deepEqual(processesOf(folder), []);
    }),
});

Deno.test({
  name:
    "one pass ends with 0 for a right kernel and 1 for a shader that does not compile, with its place in the file",
  ignore: adapterInUse === undefined,
  fn: () =>
    withCopy(async (folder) => {
      const args = ["naive-register", "--device", "webgpu", "--once"];
      const before = new RunningWatch(folder, args);
      assert.equal(await before.end(), 0, before.said);
      assert.match(before.said, /\d+ files are watched\n[^]*naive-register@webgpu {2}right/);

      const shader = "kernels/spmm/naive_register/naive_register.wgsl", path = join(folder, shader);
      const lines = readFileSync(path, "utf8").split("\n");
      const at = lines.findIndex((line) => line.startsWith("@compute"));
      lines.splice(at, 0, "const oops: u32 = 1.5f;");
      writeFileSync(path, lines.join("\n"));
      const broken = new RunningWatch(folder, [...args, "--allow-software"]);
      assert.equal(await broken.end(), 1, broken.said);
      assert.match(broken.said, new RegExp(`does not run\\s+${shader}:${at + 1}:\\d+: `));

      writeFileSync(
        path,
        lines.filter((_, i) => i !== at).join("\n").replace("y[to] = sum;", "y[to + 1u] = sum;"),
      );
      const wrong = new RunningWatch(folder, args);
      assert.equal(await wrong.end(), 1, wrong.said);
      assert.match(wrong.said, /WRONG \(worst row/);

      // The baseline itself does not compile: there is nothing to begin with.
      edit(join(folder, "kernels/spmm/row_split/row_split.wgsl"), "fn main(", "fn main(oops");
      const refused = new RunningWatch(folder, args);
      assert.equal(await refused.end(), 1, refused.said);
      assert.match(
        refused.said,
        /Cannot run the kernel: found kernels\/spmm\/row_split\/row_split\.wgsl:\d+:/,
      );
    }),
});

/** Exit code and errors of one pass, from the repository itself. */
async function onePass(...args: string[]): Promise<{ code: number; said: string }> {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-A", "cli.ts", "watch", "--once", "--profile", "smoke", ...args],
    cwd: home,
    stdout: "null",
    stderr: "piped",
  }).output();
  return { code, said: new TextDecoder().decode(stderr) };
}

Deno.test("a broken graph is no fault of the kernel", () =>
  inFolder(async (folder) => {
    writeFileSync(join(folder, "broken.txt"), "0 1\n1 two\n");
    const { code, said } = await onePass(
      "row-split",
      "--device",
      "wasm",
      "--graph",
      join(folder, "broken.txt"),
    );
    assert.equal(code, 1);
    assert.match(said, /^error: Cannot read "broken\.txt", line 2: found "1 two", /);
    assert.doesNotMatch(said, /kernel/);
  }));

Deno.test("a kernel of another operation, an unknown one, an unknown parameter and no graph are refused with exit code 2", async () => {
  const refused = async (...args: string[]) => {
    const { code, said } = await onePass(...args);
    assert.equal(code, 2);
    return said;
  };
  assert.match(await refused("gemm/tiled"), /found a kernel of another operation/);
  assert.match(await refused("row-spilt"), /did you mean/);
  assert.match(await refused("examples/kernels/row_split.c"), /shared library .* Next: compile it as/);
  assert.match(await refused("examples/kernels/absent.so"), /no such file/);
  assert.match(await refused("examples/kernels/segment_sum.py", "--param", "lanes=2"), /leave --param out/);
  assert.match(await refused("row-split", "--device", "wasm", "--param", "nope=1"), /no such parameter/);
  assert.match(await refused("row-split", "--graph", "nosuch"), /^error: Cannot take the graph "nosuch": /);
  assert.match(await refused("row-split", "--graph", "nosuch.mtx"), /^error: Cannot take the graph "nosuch/);
});
