/**
 * A graph convolutional network that another project's library trains on the whole graph, from the same
 * weights and with the same hyper-parameters as this project's own, in a process beside it.
 *
 * @module
 */
import { join } from "node:path";
import { z } from "zod";
import type { CsrMatrix } from "../../graph/csr.ts";
import type { AdamConstants } from "../../kernels/adam/adam.ts";
import { UsageError } from "../../platform/errors.ts";
import { checkInt32, type RawNumbers, readNumbers, withFolder, writeArrays } from "./operand_files.ts";
import { openPeer } from "./open_peers.ts";
import type { Peer, PeerOptions } from "./peer.ts";
import { epochsSchema, runOf } from "./peer_replies.ts";
import { findPeer, TRAINING_PEERS } from "./peers.ts";
import type { PeerRun } from "./unrest.ts";
import { plural } from "../../platform/text/plural.ts";

/**
 * A training problem for a peer: layers `A (H W) + b` with ReLU between them (Kipf and Welling, ICLR 2017),
 * the mean cross-entropy on the training vertices, Adam.
 */
export interface PeerTrainingProblem {
  /** A, `vertices x vertices`, normalised already; it need not be symmetric. */
  readonly matrix: CsrMatrix;
  /** `vertices x widths[0]`, row-major. */
  readonly features: Float32Array;
  /** Columns of the features, of each hidden layer, and the number of classes. */
  readonly widths: readonly number[];
  /**
   * Heads of each layer of a GAT (Velickovic et al., ICLR 2018), which attends to the entries of the matrix;
   * absent where the model is a GCN.
   */
  readonly heads?: readonly number[];
  /**
   * Initial weights by name: `W1`, `b1`, `W2`, ... of the layers in order; `W` has `fan-in x fan-out`
   * numbers, row-major, `b` has `fan-out`. A layer whose `b` is left out has no bias. A GAT has `A1`, ..., `2
   * x fan-out`: the attention vectors of a vertex and of its neighbours.
   */
  readonly parameters: Readonly<Record<string, Float32Array>>;
  /** Class of every vertex; any number where a vertex is in no set. */
  readonly labels: Uint32Array;
  /** Vertices by set: `train`, and any other set to evaluate. */
  readonly sets: { readonly train: Uint32Array } & Readonly<Record<string, Uint32Array>>;
  /** Rates of dropout: of the features, and of each hidden layer's output. */
  readonly dropout: { readonly input: number; readonly hidden: number };
  /** Constants of Adam; the weight decay is the first layer's alone, of its weight and its bias. */
  readonly adam: AdamConstants;
  /** Seed of the dropout masks, which are the library's own. */
  readonly seed: number;
}

/** Time and losses of trained epochs; the milliseconds are those of all epochs together. */
export interface PeerEpochs extends PeerRun {
  /** Training loss of every epoch, before its step. */
  readonly losses: readonly number[];
}

/** Loss and accuracy on one set of vertices. */
export interface PeerScores {
  /** Mean cross-entropy. */
  readonly loss: number;
  /** Share of vertices whose largest logit is the one of their class. */
  readonly accuracy: number;
}

const modelSchema = z.object({ model: z.int().positive(), seconds: z.number().nonnegative() });
const scoresSchema = z.object({ loss: z.number(), accuracy: z.number().min(0).max(1) });
const doneSchema = z.object({});

/** One model in a worker. Any number of them share a worker. */
export class PeerTraining {
  /** Milliseconds that the library's own form of graph and model took. */
  readonly prepareMs: number;
  readonly #worker: Peer;
  readonly #model: number;
  readonly #problem: PeerTrainingProblem;

  private constructor(
    worker: Peer,
    { model, seconds }: z.infer<typeof modelSchema>,
    problem: PeerTrainingProblem,
  ) {
    this.#worker = worker;
    this.#model = model;
    this.#problem = problem;
    this.prepareMs = 1000 * seconds;
  }

  /**
   * Makes the model in the worker of that peer, which is started unless it runs.
   *
   * @throws {UsageError} for a peer that does not train, and for a weight that the widths leave without a
   * place or without its numbers.
   * @throws {MissingError} where the peer is not set up.
   * @throws {OutOfMemoryError} where indices pass int32, or the library has no memory for it.
   * @throws {DeviceError} where the worker refuses the problem (a label that is no class), ends or stays
   * silent.
   * @example
   * ```ts
   * async function accuracyOnTorch(problem: PeerTrainingProblem): Promise<number> {
   *   const training = await PeerTraining.open("torch", problem, { threads: 2 });
   *   await training.train(10);
   *   const { accuracy } = await training.evaluate("test");
   *   training.close();
   *   return accuracy;
   * }
   * ```
   */
  static async open(peer: string, problem: PeerTrainingProblem, options: PeerOptions): Promise<PeerTraining> {
    const { id } = findPeer(peer, TRAINING_PEERS);
    checkParameters(problem);
    checkInt32(problem.matrix, id);
    const worker = await openPeer(id, options);
    const { matrix: { rows, rowPtr, colIdx, values }, features, labels, sets, parameters } = problem;
    const { widths, dropout, adam, seed, heads } = problem;
    return await withFolder(async (folder) => {
      const arrays: Record<string, RawNumbers | undefined> = {
        ...sets,
        ...parameters,
        rowPtr,
        colIdx,
        values,
        features,
        labels,
      };
      const request = {
        rows,
        nnz: colIdx.length,
        widths,
        dropout,
        adam,
        seed,
        ...(heads && { heads }),
        sets: Object.fromEntries(Object.entries(sets).map(([name, vertices]) => [name, vertices.length])),
        files: await writeArrays(folder, arrays),
      };
      return new PeerTraining(worker, await worker.ask("model", request, modelSchema), problem);
    });
  }

  /**
   * Trains so many epochs, with dropout unless told.
   *
   * @throws {DeviceError} where a loss is not finite, naming the epoch.
   */
  async train(
    epochs: number,
    { dropout = true }: { readonly dropout?: boolean } = {},
  ): Promise<PeerEpochs> {
    const { losses, ...run } = await this.#ask("train", { n: epochs, dropout }, epochsSchema);
    return { ...runOf(run), losses };
  }

  /** Loss and accuracy on a set, without dropout. */
  async evaluate(set: string): Promise<PeerScores> {
    return await this.#ask("evaluate", { set }, scoresSchema);
  }

  /** Logits of all vertices, without dropout: `vertices x classes`, row-major. */
  async scores(): Promise<Float32Array> {
    const { matrix, widths } = this.#problem;
    return await withFolder(async (folder) => {
      const path = join(folder, "scores");
      await this.#ask("scores", { file: path }, doneSchema);
      return await readNumbers(path, { peer: this.#worker.id, count: matrix.rows * widths.at(-1)! });
    });
  }

  /** Back to the first step: initial weights, no moments, the same masks to come. */
  async reset(): Promise<void> {
    await this.#ask("reset", {}, doneSchema);
  }

  /** Drops the model; the worker goes on. */
  close(): void {
    if (!this.#worker.ended) this.#ask("forget", {}, doneSchema).catch(() => {});
  }

  #ask<T>(op: string, members: Readonly<Record<string, unknown>>, reply: z.ZodType<T>): Promise<T> {
    return this.#worker.ask(op, { model: this.#model, ...members }, reply);
  }
}

/** Every weight has its place among the widths, and all its numbers. */
function checkParameters({ widths, heads, parameters }: PeerTrainingProblem): void {
  const wanted = new Map<string, number>();
  for (let layer = 1; layer < widths.length; layer++) {
    wanted.set(`W${layer}`, widths[layer - 1] * widths[layer]);
    if (`b${layer}` in parameters) wanted.set(`b${layer}`, widths[layer]);
    if (heads) wanted.set(`A${layer}`, 2 * widths[layer]);
  }
  const fail = (current: string, wanted: string): never => {
    throw new UsageError({
      action: `train a model of widths ${widths.join(", ")} with a peer`,
      current,
      wanted,
      next: "give each layer its weights",
    });
  };
  if (wanted.size === 0) fail("no layer", "the widths of features and classes at least");
  for (const [name, length] of wanted) {
    const found = parameters[name]?.length ?? 0;
    if (found !== length) fail(`${plural(found, "number")} in ${name}`, `${length}`);
  }
  const stray = Object.keys(parameters).find((name) => !wanted.has(name));
  if (stray !== undefined) fail(`parameter ${stray}`, [...wanted.keys()].join(", "));
}
