/**
 * Test of CONTRIBUTING.md's list for a new training operation: its blocks, applied to a copy of the
 * repository, give an operation that trains; with the step and without its record, the type checker reports
 * the gap.
 *
 * @module
 */
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const home = fileURLToPath(new URL("../../..", import.meta.url));
/** Folders that training depends on, and the configuration. */
const COPIED = ["platform", "graph", "hardware", "datasets", "kernels", "training", "deno.json", "deno.lock"];

/** New files in full, and inserted lines by file. */
interface Blocks {
  readonly files: ReadonlyMap<string, string>;
  readonly edits: ReadonlyMap<string, readonly string[]>;
}

function readBlocks(): Blocks {
  const markdown = readFileSync(join(home, "CONTRIBUTING.md"), "utf8");
  const section = markdown.split(/^## /m).find((text) => text.startsWith("Add a training operation"))!;
  const blocks = [...section.matchAll(/^ {3}```(ts|diff)\n([\s\S]*?)^ {3}```/gm)];
  const bodies = blocks.map(([, kind, body]) => {
    const [head, ...lines] = body.replaceAll(/^ {3}/gm, "").trimEnd().split("\n");
    return { kind, path: head.replace(/^(\/\/|#) /, ""), lines };
  });
  const of = (kind: string) => bodies.filter((body) => body.kind === kind);
  return {
    files: new Map(of("ts").map(({ path, lines }) => [path, `${lines.join("\n")}\n`])),
    edits: new Map(of("diff").map(({ path, lines }) => [path, lines])),
  };
}

/** Inserts the lines marked with a plus behind the line before them, which must occur once in the text. */
function inserted(text: string, lines: readonly string[]): string {
  let result = text, anchor = "";
  for (const line of lines) {
    if (!line.startsWith("+")) anchor = line.slice(1);
    else {
      const parts = result.split(`${anchor}\n`);
      assert.equal(parts.length, 2, `"${anchor}" stands ${parts.length - 1} times in the file`);
      result = `${parts[0]}${anchor}\n${line.slice(1)}\n${parts[1]}`;
    }
  }
  return result;
}

async function deno(
  folder: string,
  ...args: string[]
): Promise<{ code: number; out: string; error: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: folder,
    env: { NO_COLOR: "1", RUST_BACKTRACE: "0" },
    stdout: "piped",
    stderr: "piped",
  }).output();
  return { code, out: new TextDecoder().decode(stdout), error: new TextDecoder().decode(stderr) };
}

/** Script that trains `loss = sum(-(x w))` one step with the oracle, the device and the memory manager. */
const SCRIPT = `
import { openWasmDevice } from "./hardware/cpu/device.ts";
import { DeviceExecutor } from "./training/executors/device_executor.ts";
import { OracleExecutor } from "./training/executors/oracle_executor.ts";
import { checkSteps } from "./training/executors/step_check.ts";
import { ManagedExecutor } from "./training/memory_manager/managed_executor.ts";
import { adam } from "./training/optimizers/adam.ts";
import { programLedger } from "./training/program/memory_ledger.ts";
import { ProgramBuilder } from "./training/program/program_builder.ts";

const builder = new ProgramBuilder({ seed: 1 });
const x = builder.tensor("input", "x", { rows: 5, cols: 3 });
const ones = builder.tensor("input", "ones", { rows: 5, cols: 1 });
const forward = (sequence: "train" | "evaluate") => {
  const steps = builder.steps(sequence, { layer: "layer 1", pass: "forward" });
  const weight = steps.parameter("weight", { rows: 3, cols: 1, initialisation: "zeros" });
  const product = steps.emit("product", { op: "gemm", form: "nn", a: x, b: weight });
  return { steps, weight, y: steps.emit("negative", { op: "negate", x: product }) };
};
const { steps, weight, y } = forward("train");
const loss = steps.tensor("loss", "loss", { rows: 1, cols: 1 });
steps.write({ op: "column-sum", x: y, out: loss }, "loss");
const backward = builder.steps("train", { layer: "layer 1", pass: "backward" });
const gradient = backward.emit("product gradient", { op: "negate", x: ones });
backward.learn(weight, backward.emit("weight gradient", { op: "gemm", form: "tn", a: x, b: gradient }));
adam().update(builder.steps("train", { layer: "adam", pass: "update" }), builder.learned());
const program = builder.build({ loss, scores: forward("evaluate").y });

const bindings = {
  sparse: new Map(),
  indices: new Map(),
  inputs: new Map([[x, Float32Array.from({ length: 15 }, (_, i) => i - 4)], [ones, new Float32Array(5).fill(1)]]),
};
const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 24 });
const direct = await DeviceExecutor.open(device, program, bindings);
const managed = await ManagedExecutor.open(device, program, bindings);
const losses: number[] = [];
for (const executor of [new OracleExecutor(program, bindings), direct, managed]) {
  executor.write(weight, Float32Array.of(1, 2, 3));
  executor.train(1);
  losses.push((await executor.read(loss))[0]);
}
const { ok } = await checkSteps(direct, { seed: 1 });
console.log(JSON.stringify({ losses, ok, bytes: programLedger(program).peak.bytes > 0 }));
direct.close();
managed.close();
device.close();
`;

Deno.test("an operation that is added as CONTRIBUTING.md says trains, and without its record is a type error", async () => {
  const folder = await Deno.makeTempDir();
  try {
    for (const name of COPIED) cpSync(join(home, name), join(folder, name), { recursive: true });
    const { files, edits } = readBlocks();
    assert.deepEqual([...files.keys()], ["kernels/negate/mod.ts", "training/operations/negate.ts"]);
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const table = "training/operations/mod.ts";
    const before = readFileSync(join(folder, table), "utf8");
    for (const [path, lines] of edits) {
      writeFileSync(join(folder, path), inserted(readFileSync(join(folder, path), "utf8"), lines));
    }
    writeFileSync(join(folder, "negated.ts"), SCRIPT);
    const run = await deno(folder, "run", "-A", "--quiet", "--check", "negated.ts");
    assert.equal(run.code, 0, run.error);
    // The rows of x sum to (10, 15, 20); times (1, 2, 3), negated.
    assert.deepEqual(JSON.parse(run.out), { losses: [-100, -100, -100], ok: true, bytes: true });

    writeFileSync(join(folder, table), before);
    const check = await deno(folder, "check", "--quiet", table);
    assert.notEqual(check.code, 0, "a step without a record was taken");
    assert.match(check.error, /Property 'negate' is missing/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
