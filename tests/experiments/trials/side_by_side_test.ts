import assert from "node:assert/strict";
import { loadDataset } from "../../../datasets/load.ts";
import { aggregationTrial } from "../../../experiments/eppgcn/aggregation_trial.ts";
import { aggregationMatrix, pathsOf } from "../../../experiments/eppgcn/drawn_paths.ts";
import { measureSideBySide } from "../../../experiments/trials/side_by_side.ts";
import { PROFILES } from "../../../experiments/profiles.ts";
import type { Lab } from "../../../experiments/lab.ts";
import type { Trial } from "../../../experiments/measurement.ts";
import { randomFeatures } from "../../../kernels/random_features.ts";
import { spmmTrial } from "../../../experiments/trials/spmm_trial.ts";
import { nnz } from "../../../graph/csr.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { worstOf } from "../../../kernels/checks/check_report.ts";
import { MissingError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { testLab } from "../lab.ts";

const GRAPH = "com-youtube@1/512";

async function withLab(work: (lab: Lab) => Promise<void>): Promise<void> {
  const device = openWasmDevice({ threads: 2 });
  try {
    await work({ ...testLab(device), seed: 3 });
  } finally {
    device.close();
  }
}

Deno.test("the three ways to aggregate backward are right, and paths move what their edges say", () =>
  withLab(async (lab) => {
    const dataset = await loadDataset(GRAPH, { seed: 3 });
    const matrix = await aggregationMatrix(lab, dataset);
    const paths = await pathsOf(lab, dataset);
    const trialOf = (kernel: string) =>
      aggregationTrial(
        lab,
        paths.map((path) => ({
          operation: "path-spmm",
          problem: { matrix, path, width: 5, features: randomFeatures(path.sources.length, 5, 3) },
          kernel,
        })),
      );
    const kernels = ["all-active", "masked", "execution-path"];
    const sides = await measureSideBySide(
      lab,
      new Map(kernels.map((kernel) => [kernel, () => trialOf(kernel)])),
    );
    const fact = (kernel: string, metric: string) => sides.of(kernel).facts[metric] as number;
    const kept = sumOf(paths, (path) => nnz(path.matrix));
    const rows = sumOf(paths, ({ targets }) => targets.length);
    assert.equal(fact("execution-path", "edges"), kept);
    assert.equal(fact("execution-path", "bytes_moved"), kept * (8 + 4 * 5) + rows * (8 + 4 * 5));
    assert.equal(fact("all-active", "edges"), 2 * nnz(matrix));
    assert.equal(fact("masked", "edges"), kept);
    assert.ok(fact("masked", "edge_tests") > kept);
    for (const kernel of kernels) {
      assert.equal(sides.of(kernel).ms.length, PROFILES.smoke.rounds);
      assert.ok(sides.of(kernel).check.checkedRows > 0);
    }
    const ratio = sides.ratio("masked", "execution-path");
    const last = PROFILES.smoke.rounds - 1;
    assert.equal(ratio[last], sides.of("masked").ms[last] / sides.of("execution-path").ms[last]);
  }));

Deno.test("times of rounds on several preparations say which each ran on", () =>
  withLab(async (lab) => {
    const matrix = { rows: 1, cols: 1, rowPtr: Uint32Array.of(0, 1), colIdx: Uint32Array.of(0) };
    const problem = { matrix, width: 1, features: Float32Array.of(2) };
    const open = () => aggregationTrial(lab, [{ operation: "spmm", problem, kernel: "row-split" }]);
    const sides = await measureSideBySide(lab, new Map([["a", open], ["b", open]]), {
      rounds: 5,
      preparations: 2,
    });
    for (const id of ["a", "b"]) {
      const { preparations, calls } = sides.times(id);
      assert.deepEqual(preparations, [0, 0, 0, 1, 1]);
      // One product of one entry is far shorter than a sample.
      assert.ok(Array.isArray(calls) && calls.length === 5 && calls.every((each) => each > 1), `${calls}`);
    }
  }));

Deno.test("a contender that cannot start keeps its own error and no other from being measured", () =>
  withLab(async (lab) => {
    const matrix = { rows: 1, cols: 1, rowPtr: Uint32Array.of(0, 1), colIdx: Uint32Array.of(0) };
    const problem = { matrix, width: 1, features: Float32Array.of(2) };
    const absent = new MissingError({
      action: "open",
      current: "nothing",
      wanted: "a peer",
      next: "set it up",
    });
    const sides = await measureSideBySide(
      lab,
      new Map([
        ["here", () => aggregationTrial(lab, [{ operation: "spmm", problem, kernel: "row-split" }])],
        ["absent", () => {
          throw absent;
        }],
      ]),
      { decides: false },
    );
    assert.equal(sides.of("here").ms.length, PROFILES.smoke.contextRounds);
    assert.throws(() => sides.of("absent"), absent);
    assert.throws(() => sides.ratio("here", "absent"), absent);
  }));

Deno.test("a contender whose first result is wrong is not timed, and keeps no other from being measured", () =>
  withLab(async (lab) => {
    const matrix = { rows: 1, cols: 1, rowPtr: Uint32Array.of(0, 1), colIdx: Uint32Array.of(0) };
    const features = Float32Array.of(2), live = lab.device.ledger.live;
    const right = () => spmmTrial(lab, { matrix, features, width: 1, kernel: "row-split" });
    const wrong = (): Trial => ({
      ...right(),
      prepare: async (kept) => {
        const prepared = await right().prepare(kept);
        const worst = { row: 0, got: 3, wanted: 2, allowed: 0 };
        return { ...prepared, check: async () => ({ ...await prepared.check(), ok: false, worst }) };
      },
    });
    const sides = await measureSideBySide(lab, new Map([["right", right], ["wrong", wrong]]));
    assert.equal(sides.of("right").ms.length, PROFILES.smoke.rounds);
    assert.throws(() => sides.of("wrong"), /"?wrong"?.*found 3 in row 0, wanted 2/s);
    assert.equal(lab.device.ledger.live, live);
  }));

Deno.test("of several checks the one nearest to its bound is told, with the rows of all", () => {
  const report = (ok: boolean, relErr: number) => ({ ok, relErr, tolerance: 1, checkedRows: 2 });
  assert.deepEqual(worstOf([report(true, 0.5), report(true, 0.7)]), { ...report(true, 0.7), checkedRows: 4 });
  assert.equal(worstOf([report(true, 0.9), report(false, 3), report(true, 0.1)]).ok, false);
});

Deno.test("a measurement ends where the lab says so, before the next check or after the round, and frees all", () =>
  withLab(async (lab) => {
    const dataset = await loadDataset(GRAPH, { seed: 3 });
    const matrix = await aggregationMatrix(lab, dataset), features = randomFeatures(matrix.cols, 5, 3);
    const trial = () => spmmTrial(lab, { matrix, features, width: 5, kernel: "row-split" });
    const stopped = new Error("enough"), live = lab.device.ledger.live;
    for (
      const [at, seen] of [["two, check", ["one, check", "two, check"]], ["one, sample", undefined]] as const
    ) {
      const stop = new AbortController(), phases: string[] = [];
      const phase = (text: string) => {
        phases.push(text);
        if (text === at) stop.abort(stopped);
      };
      const ids = ["one", "two", "three"].map((id) => [id, trial] as const);
      await assert.rejects(
        measureSideBySide({ ...lab, signal: stop.signal, phase }, new Map(ids)),
        (error) => error === stopped,
      );
      if (seen) assert.deepEqual(phases, seen);
      assert.ok(phases.includes(at) && phases.length < 20, phases.join("; "));
      assert.equal(lab.device.ledger.live, live);
    }
  }));
