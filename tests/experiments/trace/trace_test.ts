/**
 * The verb `trace`: the file that it writes is read back.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import type { TraceDocument } from "../../../hardware/trace/trace.ts";
import { CELL_SPANS, EXECUTION, traceCell } from "../../../experiments/trace/trace_cell.ts";
import { findCell, type NamedCell } from "../../../experiments/named_cell.ts";
import { profileOf } from "../../../experiments/profiles.ts";
import { UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { median } from "../../../platform/statistics/median.ts";
import { adapterInUse } from "../../hardware/webgpu/any_adapter.ts";
import { assertNested, type Complete, spansOf, trackNames } from "../../hardware/trace/spans.ts";
import { testLab } from "../lab.ts";

const home = fileURLToPath(new URL("../../..", import.meta.url));
const CELL = "own/kernel-ladder:cora:w16:row-split";

/** Runs the verb and reads its file. */
async function traced(device: string): Promise<{ document: TraceDocument; said: string }> {
  const folder = await Deno.makeTempDir();
  try {
    const file = join(folder, "of its own", "trace.json");
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "--quiet", "-A", "launch.ts", "trace", CELL, "--profile", "smoke"],
        ...["--device", device, "--threads", "2", "--to", file],
      ],
      cwd: home,
      env: { NO_COLOR: "1" },
      stdout: "piped",
      stderr: "piped",
    }).output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    return {
      document: JSON.parse(await Deno.readTextFile(file)),
      said: new TextDecoder().decode(stdout),
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const within = (inner: Complete, outer: Complete) =>
  inner.ts >= outer.ts - 0.01 && inner.ts + inner.dur <= outer.ts + outer.dur + 0.01;

/** The sample's span, and the milliseconds that the verb said. */
function sampleOf(document: TraceDocument, said: string): { sample: Complete; ms: number; calls: number } {
  const [sample, ...more] = spansOf(document).filter(({ name }) => name === CELL_SPANS.sample);
  assert.equal(more.length, 0);
  const [, ms, calls] = said.match(/: ([\d.]+) ms of (\d+) executions/)!.map(Number);
  assert.equal(sample.args.calls, calls);
  return { sample, ms, calls };
}

Deno.test("on the CPU spans nest, executions fill the measured time, and threads are within them", async () => {
  const { document, said } = await traced("wasm");
  assertNested(document);
  assert.equal(document.otherData.cell, CELL);
  assert.deepEqual(trackNames(document).sort(), ["host", "thread 0", "thread 1"]);
  const { sample, ms, calls } = sampleOf(document, said);
  const spans = spansOf(document), executions = spans.filter(({ name }) => name === EXECUTION);
  assert.equal(executions.length, calls);
  assert.ok(executions.every((each) => within(each, sample)));
  const covered = sumOf(executions, ({ dur }) => dur) / 1000;
  assert.ok(covered <= 1.01 * ms, `${covered} of ${ms} ms`);
  // Typical ones, since anything may lie between two executions where another program has the processor.
  const execution = median(executions.map(({ dur }) => dur));
  const ends = [sample.ts, ...executions.map(({ ts, dur }) => ts + dur)];
  const pause = median(executions.map(({ ts }, i) => ts - ends[i]));
  assert.ok(execution > pause, `${execution} us, then nothing for ${pause} us`);
  // Each execution is one call, in which the calling thread takes part.
  const threads = spans.filter(({ tid }) => trackNames(document)[tid - 1] === "thread 0");
  for (const execution of executions) assert.ok(threads.some((each) => within(each, execution)));
  const order = Object.values(CELL_SPANS).map((name) => spans.find((span) => span.name === name)!.ts);
  assert.deepEqual(order, order.toSorted((a, b) => a - b));
  assert.ok(spans.some(({ name }) => name.startsWith("upload ")));
});

Deno.test({
  name:
    "on an adapter submissions and waits lie within the sample, and passes have timestamps where there are any",
  ignore: adapterInUse === undefined,
  fn: async () => {
    const { document, said } = await traced("webgpu");
    assertNested(document);
    const { sample, ms } = sampleOf(document, said);
    assert.ok(ms <= sample.dur / 1000 * 1.01, `${ms} of ${sample.dur} us`);
    for (const name of ["submit", "wait"]) {
      assert.ok(spansOf(document).some((span) => span.name === name && within(span, sample)), name);
    }
    const passes = spansOf(document).filter(({ name }) => name === "pass");
    assert.equal(trackNames(document).includes("gpu"), passes.length > 0);
    if (/gpu-timestamp/.test(said)) {
      const sum = sumOf(passes.filter(({ ts }) => ts >= sample.ts), ({ dur }) => dur);
      assert.ok(sum / 1000 <= 1.01 * ms && sum > 0, `${sum} us of ${ms} ms`);
    }
  },
});

Deno.test("a measurement in which contenders take turns is traced as a whole; counted cells are refused", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const lab = testLab(device);
    const any = findCell(CELL, profileOf("smoke"), "trace it");
    const counted: NamedCell = {
      ...any,
      suite: { ...any.suite, measurement: { kind: "exact", count: () => Promise.resolve({}) } },
    };
    await assert.rejects(traceCell(lab, counted), UsageError);
    const measured: string[][] = [];
    const { suite } = any,
      [first, second, third] = ["first", "second", "third"].map((id) => ({ id, label: id }));
    const cell: NamedCell = {
      name: "joint",
      workload: any.workload,
      contender: second,
      suite: {
        ...suite,
        contenders: [first, second, third],
        baseline: "first",
        measurement: {
          kind: "joint",
          measure: (lab, _dataset, _workload, contenders) => {
            measured.push(contenders.map(({ id }) => id));
            lab.device.write(lab.device.allocate("x", 4), Float32Array.of(1));
            return Promise.resolve(() => ({ times: {}, facts: {} }));
          },
        },
      },
    };
    const { trace, sampleMs } = await traceCell(lab, cell);
    assert.deepEqual(measured, [["first", "second"]]);
    assert.equal(sampleMs, undefined);
    const names = spansOf(trace).map(({ name }) => name);
    assert.deepEqual(names, [CELL_SPANS.load, CELL_SPANS.sample, "upload x"]);
  } finally {
    device.close();
  }
});

Deno.test("a cell is found by a part of its name that no other has", () => {
  const profile = profileOf("smoke");
  assert.equal(findCell("kernel-ladder:cora:w16:naive-rmw", profile, "x").contender.id, "naive-rmw");
  assert.throws(
    () => findCell("kernel-ladder:cora:w16", profile, "trace it"),
    /Cannot trace it: found \d+ cells with that text/,
  );
  assert.throws(() => findCell("no such cell", profile, "trace it"), /found no cell with that text/);
});
