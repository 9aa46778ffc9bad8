/**
 * What a worker says of its operands after it was timed: whether they are still those that it was given, and
 * whether it is right on others.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { findInterpreter } from "../../../experiments/peers/environments/interpreters.ts";
import { writeArrays } from "../../../experiments/peers/operand_files.ts";
import { Peer } from "../../../experiments/peers/peer.ts";
import { separableScale } from "../../../experiments/peers/peer_trial.ts";
import { PEERS } from "../../../experiments/peers/peers.ts";
import { randomFeatures } from "../../../kernels/random_features.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { csrFromEdges } from "../../../graph/edges.ts";
import { executionPaths } from "../../../graph/execution_paths.ts";
import { gcnNormalise, rowMean } from "../../../graph/normalization.ts";
import { checkOutput } from "../../../kernels/checks/check_output.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import { sha256File } from "../../../platform/files/digest.ts";
import { DeviceError } from "../../../platform/errors.ts";
import { RandomStream } from "../../../platform/random.ts";
import { fakePython, HAS_SHELL, member } from "./fake_python.ts";

const ROWS = 300, WIDTH = 8, COPIES = 3;

const graph = (() => {
  const stream = new RandomStream(7, "operand checks");
  const ends = () => Uint32Array.from({ length: 2000 }, () => stream.below(ROWS));
  return csrFromEdges({ vertices: ROWS, source: ends(), target: ends(), symmetrise: true });
})();

async function withWorker(
  peer: string,
  python: string,
  work: (worker: Peer, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const worker = await Peer.open(peer, { threads: 1, python });
  try {
    await work(worker, folder);
  } finally {
    await worker.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** A matrix, with its scales where they are not read off its diagonal. */
interface Scaled {
  readonly matrix: CsrMatrix;
  readonly scales?: { readonly rows: Float32Array; readonly columns: Float32Array };
}

/** Path of a part of the vertices: a block of the matrix, whose scales are parts of that of the whole. */
function pathBlock(whole: CsrMatrix): Scaled {
  const training = Uint32Array.from({ length: ROWS / 30 }, (_, i) => 30 * i), scale = separableScale(whole)!;
  const [{ matrix, targets, sources }] = executionPaths(whole, training, { layers: 1 });
  const of = (vertices: Uint32Array) => Float32Array.from(vertices, (vertex) => scale[vertex]);
  return { matrix, scales: { rows: of(targets), columns: of(sources) } };
}

async function load(worker: Peer, folder: string, { matrix, scales }: Scaled, features: Float32Array) {
  const width = features.length / matrix.cols;
  const { rows, cols, rowPtr, colIdx, values } = matrix;
  const scale = scales?.rows ?? separableScale(matrix), columnScale = scales?.columns;
  const arrays = { rowPtr, colIdx, values, features, scale, columnScale };
  const files = await writeArrays(folder, arrays);
  await worker.load({ rows, cols, nnz: colIdx.length, width, copies: COPIES, files });
  return files;
}

async function numbers(file: string): Promise<Float32Array> {
  return new Float32Array((await Deno.readFile(file)).buffer);
}

for (const { id } of PEERS.filter(({ backends }) => backends.includes("python-cpu"))) {
  const found = await findInterpreter(PEERS.find((peer) => peer.id === id)!);
  if (found.kind === "absent") console.log(`peer ${id}: operands are not tested, ${found.reason}`);
  Deno.test({
    name: `${id} leaves its operands as they are, says so by their digests, and is right on fresh features`,
    ignore: found.kind === "absent",
    fn: () =>
      withWorker(id, found.kind === "absent" ? "" : found.python, async (worker, folder) => {
        const gcn = gcnNormalise(graph);
        const matrices = [{ matrix: gcn }, { matrix: rowMean(graph) }, pathBlock(gcn)];
        // Libraries have paths of their own for one column.
        for (const [scaled, width] of matrices.flatMap((each) => [[each, WIDTH], [each, 1]] as const)) {
          const { matrix } = scaled;
          const files = await load(worker, folder, scaled, randomFeatures(matrix.cols, width, 1));
          await worker.run(2 * COPIES + 1);
          const digests = await worker.digests();
          assert.equal(digests.length, COPIES);
          for (const set of digests) {
            assert.ok(set.rowPtr && set.colIdx && set.features && (set.values || set.scale));
            if (id === "dgl") assert.equal("columnScale" in set, "scales" in scaled, "weights by vertex");
            for (const [name, digest] of Object.entries(set)) {
              assert.equal(digest, await sha256File(files[name as keyof typeof files]!), name);
            }
          }

          const fresh = randomFeatures(matrix.cols, width, 2), file = join(folder, "product");
          const { features } = await writeArrays(folder, { features: fresh });
          await worker.replaceFeatures({ features, file });
          const problem = { matrix, features: fresh, width };
          assert.ok(checkOutput(spmm, problem, await numbers(file), { seed: 1 }).ok);
          const replaced = await sha256File(features);
          assert.notEqual(digests[0].features, replaced);
          assert.deepEqual(
            await worker.digests(),
            digests.map((set) => ({ ...set, features: replaced })),
            "the features of every set, and nothing else",
          );
          await worker.check(file);
          assert.ok(checkOutput(spmm, problem, await numbers(file), { seed: 1 }).ok);
        }
        const short = await writeArrays(folder, { features: new Float32Array(3) });
        await assert.rejects(
          worker.replaceFeatures({ ...short, file: join(folder, "product") }),
          (error) => error instanceof DeviceError && /has 12 bytes/.test(error.parts.current),
        );
        worker.unload();
        await assert.rejects(worker.digests(), /nothing is loaded/);
      }),
  });
}

Deno.test({
  name: "paths reach the worker, digests come back by name, and what is no digest is an error",
  ignore: !HAS_SHELL,
  fn: async () => {
    const folder = await Deno.makeTempDir();
    const digest = "0123456789abcdef".repeat(4);
    try {
      const python = await fakePython(folder, {
        replace_features: `cp "${member("features")}" "${member("file")}"; echo '{"ok":true}'`,
        digest: `n=$((n + 1)); [ $n = 1 ] && echo '{"ok":true,"sets":[{"features":"${digest}"}]}' || ` +
          `echo '{"ok":true,"sets":[{"features":"none"}]}'`,
      });
      await withWorker("scipy", python, async (worker, own) => {
        const { features } = await writeArrays(own, { features: Float32Array.of(1, 2) });
        await worker.replaceFeatures({ features, file: join(own, "product") });
        assert.deepEqual([...await numbers(join(own, "product"))], [1, 2]);
        assert.deepEqual(await worker.digests(), [{ features: digest }]);
        await assert.rejects(worker.digests(), /cannot be read/);
      });
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
