/**
 * Check of a library's mini-batches: a drawn one is a sample of the graph, and the losses of the first steps
 * on it are those of this project's oracles on the same blocks from the same weights.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { SampledBlock } from "../../../graph/sampling/mod.ts";
import { type CheckReport, worstOf } from "../../../kernels/checks/check_report.ts";
import { initialise } from "../../../training/executors/initialisation.ts";
import { OracleExecutor } from "../../../training/executors/oracle_executor.ts";
import { batchTask, batchTopology, type MiniBatchData } from "../../../training/mini_batch/mod.ts";
import { truthOf } from "../../../training/mini_batch/mini_batch_data.ts";
import { pausing } from "../../../platform/pausing.ts";
import { checkSample, checkSubgraph } from "../../trials/mini_batches/sampled_check.ts";
import { checkLosses } from "../peer_training_trial.ts";
import { batchModelOf, type PeerBatchProblem } from "./batch_problem.ts";
import type { DrawnBatch } from "./drawn_batch.ts";
import { libraryBlocks } from "./library_blocks.ts";
import type { PeerBatchTraining } from "./peer_batches.ts";

/** Seeds of the mini-batch that is checked: the oracles compute it in float64, on one thread. */
const CHECKED_SEEDS = 4;
/** Steps on it: the second's loss shows the first gradient and update, the third's Adam's moments. */
const CHECKED_STEPS = 3;
/** float32 sums in another order drift apart by far less in three steps, another formula by far more. */
const TOLERANCE = 1e-3;
/**
 * Mini-batches with other losses that decide, or with the same ones after such a one. Where a gradient is
 * nearly 0 a rounding decides Adam's step: of a GIN, whose sums are not scaled, four mini-batches of 880 had
 * another third loss (DGL, a stand-in of Papers100M). Another formula is off on nearly all.
 */
const DECIDING = 3;

/** Whether a drawn mini-batch is a sample of the graph by these fan-outs. */
export function checkDrawn(
  graph: CsrMatrix,
  fanouts: readonly number[],
  { seeds, batch: { form, blocks } }: { readonly seeds: Uint32Array; readonly batch: DrawnBatch },
): CheckReport {
  if (form === "subgraph") return checkSubgraph(graph, fanouts, { seeds, block: blocks[0] });
  return checkSample(graph, fanouts, { batch: 0, seeds, seedRows: seeds.map((_, row) => row), blocks });
}

/**
 * Losses of the first steps on one mini-batch alone, in float64.
 *
 * @param signal Ends the computation between two steps.
 */
export async function referenceLosses(
  problem: PeerBatchProblem,
  { seeds, blocks, steps }: {
    readonly seeds: Uint32Array;
    readonly blocks: readonly SampledBlock[];
    readonly steps: number;
  },
  signal?: AbortSignal,
): Promise<readonly number[]> {
  const { data, seed } = problem, model = batchModelOf(problem);
  const task = batchTask(model, batchTopology({ blocks }, model), truthOf(data, seeds));
  const { bindings, program } = task;
  const features = featuresOf(data, blocks[0].sources);
  const inputs = new Map(bindings.inputs).set(task.features, features);
  const executor = new OracleExecutor(program, { ...bindings, inputs });
  try {
    initialise(executor, program, { seed });
    const losses: number[] = [], pause = pausing(signal);
    for (let step = 1; step <= steps; step++) {
      await pause();
      executor.train(step);
      losses.push((await executor.read(program.loss))[0]);
    }
    return losses;
  } finally {
    executor.close();
  }
}

/** Features of some vertices, in their order. */
function featuresOf({ features: { width, values } }: MiniBatchData, vertices: Uint32Array): Float32Array {
  const rows = new Float32Array(vertices.length * width);
  vertices.forEach((vertex, row) =>
    rows.set(values.subarray(vertex * width, (vertex + 1) * width), row * width)
  );
  return rows;
}

/** Has a library draw one mini-batch and train on it, and compares both. */
async function checkBatch(
  training: Pick<PeerBatchTraining, "rehearse">,
  problem: PeerBatchProblem,
  seed: number,
  signal?: AbortSignal,
): Promise<{ readonly drawn: CheckReport; readonly losses?: CheckReport }> {
  const { graph, fanouts, model, data: { training: vertices } } = problem;
  const first = seed % Math.max(1, vertices.length - CHECKED_SEEDS + 1);
  const seeds = vertices.slice(first, first + CHECKED_SEEDS);
  const { batch, losses } = await training.rehearse(seeds, CHECKED_STEPS);
  const drawn = checkDrawn(graph, fanouts, { seeds, batch });
  if (!drawn.ok) return { drawn };
  const blocks = libraryBlocks(batch, { model, layers: fanouts.length, seeds: seeds.length });
  const wanted = await referenceLosses(problem, { seeds, blocks, steps: CHECKED_STEPS }, signal);
  return { drawn, losses: checkLosses(losses, wanted, TOLERANCE) };
}

/**
 * Has a library draw a mini-batch and train on it, and compares both; where the losses are others, on further
 * mini-batches, of which most decide.
 *
 * @param seed Picks the training vertices.
 * @param signal Ends the comparison between two steps of the reference.
 */
export async function checkBatches(
  training: Pick<PeerBatchTraining, "rehearse">,
  problem: PeerBatchProblem,
  seed: number,
  signal?: AbortSignal,
): Promise<CheckReport> {
  const agreeing: CheckReport[] = [], differing: CheckReport[] = [];
  for (let from = seed;; from += CHECKED_SEEDS) {
    const { drawn, losses } = await checkBatch(training, problem, from, signal);
    if (losses === undefined) return drawn;
    (losses.ok ? agreeing : differing).push(worstOf([drawn, losses]));
    if (differing.length === DECIDING) return differing[0];
    if (differing.length === 0 || agreeing.length === DECIDING) return worstOf(agreeing);
  }
}
