/**
 * Peers as contenders: the product is checked by the oracle, a crash is one cell's affair, and rows say where it ran.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { environmentPython } from "../../../experiments/peers/environments/environments.ts";
import { peerTrial, separableScale } from "../../../experiments/peers/peer_trial.ts";
import { PEERS } from "../../../experiments/peers/peers.ts";
import { randomFeatures } from "../../../kernels/random_features.ts";
import { csrFromEdges } from "../../../graph/edges.ts";
import { gcnNormalise, rowMean } from "../../../graph/normalization.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { requestAdapter } from "../../../hardware/webgpu/adapter.ts";
import { adapterKind } from "../../../hardware/webgpu/found_adapter.ts";
import { openWebGpuDevice } from "../../../hardware/webgpu/open_device.ts";
import { MissingError } from "../../../platform/errors.ts";
import { RandomStream } from "../../../platform/random.ts";
import { fakePython, HAS_SHELL, member } from "./fake_python.ts";
import { identity, ROWS, rowsOf, WIDTH, withLab } from "./peer_comparison.ts";

const { adapter } = await requestAdapter({ allowSoftware: true });
const HAS_SOFTWARE_ADAPTER = adapter !== undefined && adapterKind(adapter.info) === "software";
if (!HAS_SOFTWARE_ADAPTER) console.log("peers: not tested beside an emulated GPU, there is none");

const graph = (() => {
  const stream = new RandomStream(5, "peers");
  const ends = () => Uint32Array.from({ length: 4000 }, () => stream.below(ROWS));
  return csrFromEdges({ vertices: ROWS, source: ends(), target: ends(), symmetrise: true });
})();

Deno.test({
  name:
    "peers stand beside kernels: a right one is timed, a wrong one is not, and one that dies keeps nobody from running",
  ignore: !HAS_SHELL,
  fn: () =>
    withLab(async (lab, folder) => {
      const { rows, samples } = await rowsOf({
        right: {},
        wrong: {
          check: `head -c ${
            4 * ROWS * WIDTH
          } /dev/zero > "$(printf '%s' "$line" | sed -n 's/.*"file":"\\([^"]*\\)".*/\\1/p')"; echo '{"ok":true}'`,
        },
        // Right until it was timed: then the product of the features before.
        stale: { replace_features: `cp "$0.features" "${member("file")}"; echo '{"ok":true}'` },
        overwrites: { digest: `echo '{"ok":true,"sets":[{"features":"${"0".repeat(64)}"}]}'` },
        dies: { run: "exit 9" },
        absent: { hello: `echo '{"ok":false,"kind":"missing","error":"no module"}'` },
      }, { lab, folder });
      const time = (contender: string) =>
        rows.find((row) => row.contender === contender && row.metric === "time")!;
      assert.equal(time("row-split").status, "ok");
      assert.equal(time("row-split").backend, "wasm");

      const right = time("right");
      assert.equal(right.status, "ok");
      assert.deepEqual([right.backend, right.adapter_kind, right.threads, right.timer], [
        "python-cpu",
        "none",
        3,
        "wall",
      ]);
      assert.match(right.factors, /versions=echo 1.0/);
      assert.equal(right.roofline_share, undefined);
      assert.equal(right.checked_rows, ROWS);
      assert.ok(
        rows.some((row) => row.contender === "right" && row.metric === "speedup" && row.status === "ok"),
      );

      assert.equal(time("wrong").status, "wrong");
      assert.equal(time("stale").status, "wrong");
      assert.equal(time("overwrites").status, "wrong");
      assert.match(time("overwrites").reason, /"features" of its operand set 0 overwritten/);
      assert.equal(time("dies").status, "failed");
      assert.match(time("dies").reason, /ended with code 9/);
      assert.equal(time("absent").status, "skipped");
      assert.equal(time("absent").backend, "python-cpu");
      const timed = new Set(samples.map(({ cell }) => cell.split(":").at(-1)));
      assert.deepEqual([...timed].sort(), ["right", "row-split"]);
    }),
});

Deno.test({
  name: "a peer that does not fit beside a kernel holds its operands for a sample at a time",
  ignore: !HAS_SHELL,
  fn: async () => {
    const loadsOn = async (memoryBytes: number) => {
      let loads = 0;
      await withLab(async (lab, folder) => {
        const log = join(folder, "loads");
        const load = `echo >> ${log}; cp "${
          member("features")
        }" "$0.features"; echo '{"ok":true,"seconds":0}'`;
        const { rows } = await rowsOf({ right: { load } }, { lab, folder });
        const times = rows.filter(({ metric }) => metric === "time");
        assert.deepEqual(times.map(({ status }) => status), ["ok", "ok"], times[0].reason);
        loads = (await Deno.readTextFile(log)).length;
      }, () => openWasmDevice({ threads: 1, memoryBytes }));
      return loads;
    };
    const kernelBytes = 4 * (3 * ROWS + 1 + 2 * ROWS * WIDTH);
    assert.deepEqual([await loadsOn(16 * kernelBytes), await loadsOn(2 * kernelBytes)], [2, 7]);
  },
});

Deno.test({
  name: "beside a GPU that is emulated peers run on the CPU, in rows of their own",
  ignore: !HAS_SHELL || !HAS_SOFTWARE_ADAPTER,
  fn: () =>
    withLab(async (lab, folder) => {
      assert.deepEqual([lab.device.backend, lab.device.adapterKind, lab.device.threads], [
        "webgpu",
        "software",
        0,
      ]);
      const { rows } = await rowsOf({
        right: { first: `[ "$4 $5" = "cpu 1" ] || exit 2` },
      }, { lab, folder });
      const [own, peer] = ["row-split", "right"].map((id) =>
        rows.find(({ contender, metric }) => contender === id && metric === "time")!
      );
      assert.deepEqual([own.status, own.backend, own.adapter_kind], ["ok", "webgpu", "software"], own.reason);
      assert.deepEqual(
        [peer.status, peer.backend, peer.adapter_kind, peer.threads],
        ["ok", "python-cpu", "none", 3],
        peer.reason,
      );
    }, () => openWebGpuDevice({ allowSoftware: true })),
});

Deno.test({
  name: "a product of the wrong size is an error, not a product",
  ignore: !HAS_SHELL,
  fn: () =>
    withLab(async (lab, folder) => {
      const python = await fakePython(folder, {
        check: `: > "$(printf '%s' "$line" | sed -n 's/.*"file":"\\([^"]*\\)".*/\\1/p')"; echo '{"ok":true}'`,
      });
      const features = randomFeatures(ROWS, WIDTH, 1);
      const trial = await peerTrial(lab, {
        matrix: identity,
        features,
        width: WIDTH,
        peer: "scipy",
        open: { python },
      });
      const prepared = await trial.prepare();
      await assert.rejects(prepared.check(), /file of 0 bytes/);
      prepared.destroy();
    }),
});

Deno.test("a GPU library is skipped beside the CPU device, with the device that it needs", () =>
  withLab(async (lab) => {
    const features = randomFeatures(ROWS, WIDTH, 1);
    await assert.rejects(
      peerTrial(lab, { matrix: identity, features, width: WIDTH, peer: "cupy" }),
      (error) => {
        assert.ok(error instanceof MissingError);
        assert.match(error.parts.next, /--device webgpu/);
        return true;
      },
    );
  }));

Deno.test("GCN weights of an unweighted graph separate into one factor a vertex; means and changed weights do not", () => {
  const gcn = gcnNormalise(graph);
  const scale = separableScale(gcn)!;
  for (let r = 0; r < gcn.rows; r++) {
    for (let e = gcn.rowPtr[r]; e < gcn.rowPtr[r + 1]; e++) {
      assert.ok(Math.abs(scale[r] * scale[gcn.colIdx[e]] / gcn.values[e] - 1) < 1e-6);
    }
  }
  assert.equal(separableScale(rowMean(graph)), undefined);
  const changed = { ...gcn, values: gcn.values.slice() };
  changed.values[1] *= 1.001;
  assert.equal(separableScale(changed), undefined);
});

for (const { id, environment, backends } of PEERS.filter((peer) => peer.backends.includes("python-cpu"))) {
  const absent = environmentPython(environment) === undefined;
  if (absent) {
    console.log(
      `peer ${id}: not tested, ${environment} is not set up (deno task peers:setup ${environment})`,
    );
  }
  Deno.test({
    name: `${id} computes what the oracle does, weighted and not, square and not (${backends.join(", ")})`,
    ignore: absent,
    fn: () =>
      withLab(async (lab) => {
        const half = {
          ...graph,
          rows: 200,
          rowPtr: graph.rowPtr.slice(0, 201),
          colIdx: graph.colIdx.slice(0, graph.rowPtr[200]),
        };
        for (const matrix of [gcnNormalise(graph), rowMean(graph), graph, half]) {
          const features = randomFeatures(matrix.cols, WIDTH, 1);
          const trial = await peerTrial(lab, { matrix, features, width: WIDTH, peer: id });
          const prepared = await trial.prepare();
          const report = await prepared.check();
          assert.ok(report.ok, JSON.stringify(report.worst));
          assert.equal(report.checkedRows, matrix.rows);
          assert.ok(prepared.time);
          assert.ok(await prepared.time(3) > 0);
          prepared.destroy();
        }
      }),
  });
}
