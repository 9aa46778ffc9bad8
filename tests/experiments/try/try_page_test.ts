/** Graphs and recorded times of the page that runs itself. @module */
import assert from "node:assert/strict";
import { drawPageGraph, GRAPH_SETS } from "../../../experiments/try/page/page_graphs.ts";
import { renderResults } from "../../../experiments/try/page/page_view.ts";
import { recordedTimes } from "../../../experiments/try/recorded_times.ts";
import { TRY_POLICY, tryPage } from "../../../experiments/try/try_page.ts";
import { loadDataset } from "../../../datasets/load.ts";
import { kernelsOf } from "../../../kernels/registry.ts";
import { spmmWebGpuKernels } from "../../../kernels/spmm/webgpu_kernels.ts";
import { sessionDocument, writtenRow } from "../../results/session_fixture.ts";

Deno.test("the page draws the graph that a run draws, with the same digest and counts", async () => {
  for (const name of ["cora@1/1", "reddit@1/256"]) {
    const drawn = await drawPageGraph(name, 1), loaded = await loadDataset(name, { seed: 1 });
    assert.equal(drawn.hash, loaded.hash);
    assert.deepEqual(drawn.counts, loaded.counts);
    assert.deepEqual(drawn.graph.colIdx, loaded.graph.colIdx);
  }
  await assert.rejects(drawPageGraph("cora", 1), /no stand-in of this name/);
});

Deno.test("recorded devices ran the graphs of their set, and only our own kernels are drawn", async () => {
  const recorded = await recordedTimes();
  const [{ name, workload }] = GRAPH_SETS.recorded;
  const { hash } = await drawPageGraph(name, 1);
  const beside = recorded.filter(({ datasetHash, width }) =>
    datasetHash === hash && width === workload.factors.width
  );
  assert.ok(new Set(beside.map(({ session }) => session)).size >= 2, name);
  for (const { ms, interval: [lo, hi], backend, contender } of recorded) {
    assert.ok(lo <= ms && ms <= hi);
    assert.ok(["x86", "wasm", "webgpu"].includes(backend), backend);
    assert.doesNotMatch(contender, /peer|c-intrinsics|one-thread/);
  }
});

Deno.test("the page has every WebGPU kernel of the registry, and no name in it ends its script", () => {
  const listed = kernelsOf("spmm").filter(({ backend }) => backend === "webgpu").map(({ id }) => id);
  assert.deepEqual(spmmWebGpuKernels.map(({ id }) => id), listed);
  const device = "</script><b>";
  const time = {
    device,
    backend: "x86",
    isa: "",
    contender: "row-split",
    datasetHash: "0",
    width: 64,
    ms: 1,
  };
  const page = tryPage([{ ...time, interval: [1, 1], session: "a/b" }], "unknown");
  assert.equal(page.match(/<\/script>/g)?.length, 2);
  assert.doesNotMatch(page, /(?:src|href)="?(?:https?:)?\/\//);
  assert.match(TRY_POLICY, /default-src 'none'.*connect-src 'none'/);
});

Deno.test("a kernel that was checked and not timed says why, without a flag that a page does not have", () => {
  const dataset = {
    name: "cora@1/1",
    kind: "stand-in",
    vertices: 2708,
    storedEdges: 10556,
    fidelity: [],
    note: "",
    hash: "0",
  } as const;
  const row = writtenRow({
    dataset: dataset.name,
    median: undefined,
    status: "skipped",
    reason: "software adapter; --allow-software times it",
    checked_rows: 2708,
  });
  const session = {
    document: sessionDocument({ datasets: [dataset] }),
    finished: [],
    rows: [row],
    clockMs: 0.1,
  };
  const page = renderResults(session, [], { waitMs: 1 });
  assert.match(page, /right in 2,708 rows, error [^;]* allowed; skipped: software adapter</);
});
