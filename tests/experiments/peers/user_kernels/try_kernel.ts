/**
 * Trial of a user's kernel on a small graph, for tests.
 *
 * @module
 */
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { closePeers } from "../../../../experiments/peers/open_peers.ts";
import { peerTrial } from "../../../../experiments/peers/peer_trial.ts";
import { registerUserKernel } from "../../../../experiments/peers/user_kernels/user_kernel.ts";
import { randomFeatures } from "../../../../kernels/random_features.ts";
import { csrFromEdges } from "../../../../graph/edges.ts";
import { rowMean } from "../../../../graph/normalization.ts";
import { RandomStream } from "../../../../platform/random.ts";
import { withLab } from "../peer_comparison.ts";

/** Path of a file of the repository. */
export const home = (path: string): string => join(import.meta.dirname!, "../../../..", path);

/** Vertices of {@linkcode graph}. */
export const VERTICES = 300;
/** A directed graph with a few vertices that have no edge. */
export const graph = (() => {
  const stream = new RandomStream(3, "user kernels");
  const ends = () => Uint32Array.from({ length: 4 * VERTICES }, () => stream.below(VERTICES - 9));
  return csrFromEdges({ vertices: VERTICES, source: ends(), target: ends() });
})();

/** File beside a kernel to which it writes "b" for each thread that it begins, and "e" where that has ended. */
export const MARKS = "marks.txt";

/** Milliseconds of three calls, and what the file with the marks had when they were told. */
export interface TriedKernel {
  readonly time: number;
  readonly marks: string;
}

/** Prepares the product of a file, checks it, times it and checks it again. */
export function tryKernel(
  file: string,
  { width = 12, timeoutMs = 60_000, weighted = true } = {},
): Promise<TriedKernel> {
  let time = NaN, marks = "";
  return withLab(async (lab) => {
    const { id } = registerUserKernel(file);
    const matrix = weighted ? rowMean(graph) : graph;
    const features = randomFeatures(VERTICES, width, 1);
    try {
      const trial = await peerTrial(lab, { matrix, features, width, peer: id, open: { timeoutMs } });
      assert.equal(trial.ranOn?.adapterKind, "none");
      const prepared = await trial.prepare();
      const report = await prepared.check();
      assert.ok(report.ok, "the product differs from the oracle's");
      assert.ok(prepared.time);
      time = await prepared.time(3);
      marks = await Deno.readTextFile(join(dirname(file), MARKS)).catch(() => "");
      await prepared.recheck!(7);
      prepared.destroy();
    } finally {
      await closePeers();
    }
  }).then(() => ({ time, marks }));
}
