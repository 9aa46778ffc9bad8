/**
 * The recorder of spans, and devices that it watches.
 *
 * @module
 */
import assert from "node:assert/strict";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { TraceRecorder } from "../../../hardware/trace/trace.ts";
import { traceDevice } from "../../../hardware/trace/traced_device.ts";
import { testOnNewDevice } from "../webgpu/any_adapter.ts";
import { assertNested, spansOf, trackNames } from "./spans.ts";

Deno.test("spans that overlap without nesting go to lanes of their own, and all that nest stay together", () => {
  const trace = new TraceRecorder();
  trace.span("host", "outer", 1000, 1010);
  trace.span("host", "inner", 1002, 1004);
  trace.span("host", "crossing", 1003, 1012);
  trace.span("host", "touching", 1012, 1013);
  trace.span("gpu", "pass", 1001, 1009);
  const document = trace.document({ cell: "c" });
  assertNested(document);
  assert.deepEqual(trackNames(document), ["host", "host (2)", "gpu"]);
  assert.deepEqual(document.otherData, { cell: "c" });
  const at = Object.fromEntries(spansOf(document).map(({ name, tid, ts, dur }) => [name, [tid, ts, dur]]));
  assert.deepEqual(at, {
    outer: [1, 0, 10_000],
    inner: [1, 2000, 2000],
    touching: [1, 12_000, 1000],
    crossing: [2, 3000, 9000],
    pass: [3, 1000, 8000],
  });
});

Deno.test("work that throws is a span all the same", async () => {
  const trace = new TraceRecorder();
  await assert.rejects(trace.around("failing", () => Promise.reject(new Error("no"))), /no/);
  assert.throws(() =>
    trace.aroundCall("throwing", () => {
      throw new Error("no");
    }), /no/);
  assert.deepEqual(spansOf(trace.document()).map(({ name }) => name), ["failing", "throwing"]);
});

Deno.test("a traced device of the CPU shows copies, and is as before once tracing has ended", async () => {
  const device = openWasmDevice({ threads: 2 });
  const trace = new TraceRecorder(), write = device.write;
  const traced = traceDevice(device, trace);
  const buffer = device.allocate("x", 16);
  device.write(buffer, Float32Array.of(1, 2, 3, 4));
  assert.deepEqual([...new Float32Array(await device.read(buffer))], [1, 2, 3, 4]);
  traced[Symbol.dispose]();
  assert.equal(device.write, write);
  device.write(buffer, Float32Array.of(1));
  device.close();
  const spans = spansOf(trace.document());
  assert.deepEqual(spans.map(({ name, args }) => [name, args]), [
    ["upload x", { bytes: 16 }],
    ["download x", { bytes: 16 }],
  ]);
});

testOnNewDevice(
  "a traced adapter shows uploads, submissions and waits, and is as before once tracing has ended",
  async (device) => {
    const trace = new TraceRecorder(), { submit } = device.gpu.queue;
    const traced = traceDevice(device, trace);
    const buffer = device.allocate("x", 16);
    device.write(buffer, Float32Array.of(1, 2, 3, 4));
    device.clear(buffer);
    await device.finish();
    assert.deepEqual([...new Float32Array(await device.read(buffer))], [0, 0, 0, 0]);
    traced[Symbol.dispose]();
    assert.equal(device.gpu.queue.submit, submit);
    device.write(buffer, Float32Array.of(1));
    const document = trace.document();
    assertNested(document);
    const names = new Set(spansOf(document).map(({ name }) => name));
    assert.deepEqual(names, new Set(["upload x", "submit", "wait", "download x"]));
  },
);
