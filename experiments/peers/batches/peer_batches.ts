/**
 * Samplers and mini-batch trainings that live in a peer's worker.
 *
 * @module
 */
import { z } from "zod";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { checkInt32, type RawNumbers, withFolder, writeArrays } from "../operand_files.ts";
import { openPeer } from "../open_peers.ts";
import type { Peer, PeerOptions } from "../peer.ts";
import { BATCH_PEERS, findPeer } from "../peers.ts";
import { batchRequest, type PeerBatchProblem } from "./batch_problem.ts";
import { type DrawnBatch, drawnBatchSchema, readDrawnBatch } from "./drawn_batch.ts";

const madeSchema = z.object({
  model: z.int().positive(),
  seconds: z.number().nonnegative(),
  workers: z.int().nonnegative(),
});
const secondsSchema = z.object({ seconds: z.number().nonnegative() });
const phasesSchema = z.object({
  sample: z.number().nonnegative(),
  load: z.number().nonnegative(),
  compute: z.number().nonnegative(),
});
const rehearsedSchema = drawnBatchSchema.extend({ losses: z.array(z.number()) });

/** Something that a worker keeps under a number. */
class Kept {
  readonly #worker: Peer;
  readonly #model: number;
  /** Milliseconds that the library's own form of it took. */
  readonly prepareMs: number;
  /** Processes that sample ahead. */
  readonly workers: number;

  protected constructor(worker: Peer, { model, seconds, workers }: z.infer<typeof madeSchema>) {
    this.#worker = worker;
    this.#model = model;
    this.prepareMs = 1000 * seconds;
    this.workers = workers;
  }

  /** Drops it; the worker goes on. */
  close(): void {
    if (!this.#worker.ended) this.ask("forget", {}, z.object({})).catch(() => {});
  }

  /** Asks the worker about it. */
  protected ask<T>(op: string, members: Readonly<Record<string, unknown>>, reply: z.ZodType<T>): Promise<T> {
    return this.#worker.ask(op, { model: this.#model, ...members }, reply);
  }

  /** Asks for a mini-batch of some seeds, which the worker leaves in files. */
  protected drawn<T extends z.infer<typeof drawnBatchSchema>>(
    op: string,
    seeds: Uint32Array,
    { reply, ...members }: { readonly reply: z.ZodType<T>; readonly n?: number },
  ): Promise<{ readonly batch: DrawnBatch; readonly answer: T }> {
    return withFolder(async (folder) => {
      const files = await writeArrays(folder, { seeds });
      const answer = await this.ask(op, { vertices: seeds.length, folder, files, ...members }, reply);
      return { batch: await readDrawnBatch(this.#worker.id, folder, answer), answer };
    });
  }
}

/** Starts the worker of a peer that samples, and has it read `arrays`. */
async function make(
  peer: string,
  op: "sampler" | "batches",
  { graph, arrays, options, ...members }: {
    readonly graph: CsrMatrix;
    readonly fanouts: readonly number[];
    readonly seed: number;
    readonly arrays: Readonly<Record<string, RawNumbers>>;
    readonly options: PeerOptions;
  },
): Promise<{ readonly worker: Peer; readonly made: z.infer<typeof madeSchema> }> {
  const { id } = findPeer(peer, BATCH_PEERS);
  checkInt32(graph, id);
  const worker = await openPeer(id, options);
  const { rows, rowPtr, colIdx } = graph;
  return await withFolder(async (folder) => {
    const files = await writeArrays(folder, { rowPtr, colIdx, ...arrays });
    return {
      worker,
      made: await worker.ask(op, { rows, nnz: colIdx.length, ...members, files }, madeSchema),
    };
  });
}

/** A library's sampler of neighbours on a graph. */
export class PeerSampler extends Kept {
  /**
   * Makes the sampler in the worker of that peer, which is started unless it runs.
   *
   * @param setting `fanouts` begin with the layer next to the input.
   * @throws {UsageError} for a peer that does not sample.
   * @throws {MissingError} where the peer is not set up.
   */
  static async open(
    peer: string,
    setting: { readonly graph: CsrMatrix; readonly fanouts: readonly number[]; readonly seed: number },
    options: PeerOptions,
  ): Promise<PeerSampler> {
    const { worker, made } = await make(peer, "sampler", { ...setting, arrays: {}, options });
    return new PeerSampler(worker, made);
  }

  /** Milliseconds that one mini-batch for each list of seeds takes, with the numbering of its vertices. */
  draw(lists: readonly Uint32Array[]): Promise<number> {
    const seeds = new Uint32Array(sumOf(lists, ({ length }) => length));
    let place = 0;
    for (const list of lists) {
      seeds.set(list, place);
      place += list.length;
    }
    return withFolder(async (folder) => {
      const members = {
        sizes: lists.map(({ length }) => length),
        files: await writeArrays(folder, { seeds }),
      };
      return 1000 * (await this.ask("draw", members, secondsSchema)).seconds;
    });
  }

  /** One mini-batch of some seeds. */
  async blocks(seeds: Uint32Array): Promise<DrawnBatch> {
    return (await this.drawn("blocks", seeds, { reply: drawnBatchSchema })).batch;
  }
}

/** A model that a library trains on mini-batches. Any number of them share a worker. */
export class PeerBatchTraining extends Kept {
  /**
   * Makes the model in the worker of that peer, which is started unless it runs, and has it choose how many
   * processes sample ahead.
   *
   * @throws {UsageError} for a peer that does not train on mini-batches, or a model that it cannot have.
   * @throws {MissingError} where the peer is not set up.
   * @throws {DeviceError} where the worker refuses the problem, ends or stays silent.
   */
  static async open(
    peer: string,
    problem: PeerBatchProblem,
    options: PeerOptions,
  ): Promise<PeerBatchTraining> {
    const { graph, data, fanouts, seed, model, heads, batchSize } = problem;
    const { parameters, ...request } = batchRequest(problem);
    const { features, truth, training } = data;
    const members = {
      ...request,
      fanouts,
      seed,
      model,
      batch: batchSize,
      training: training.length,
      ...(heads && { heads }),
    };
    const arrays = { ...parameters, features: features.values, labels: truth.labels!, train: training };
    const { worker, made } = await make(peer, "batches", { graph, arrays, options, ...members });
    return new PeerBatchTraining(worker, made);
  }

  /**
   * Milliseconds that so many mini-batches take as the library's loader brings them.
   *
   * @throws {DeviceError} where a loss is not finite.
   */
  async iterate(batches: number): Promise<number> {
    return 1000 * (await this.ask("iterate", { n: batches }, secondsSchema)).seconds;
  }

  /** Milliseconds of so many mini-batches by phase, one phase after the other. */
  async phases(batches: number): Promise<{ sampleMs: number; loadMs: number; computeMs: number }> {
    const { sample, load, compute } = await this.ask("phases", { n: batches }, phasesSchema);
    return { sampleMs: 1000 * sample, loadMs: 1000 * load, computeMs: 1000 * compute };
  }

  /**
   * One mini-batch of some seeds, and the losses of so many first steps on it alone, from the initial
   * weights; then the model is back at its first step.
   */
  async rehearse(
    seeds: Uint32Array,
    steps: number,
  ): Promise<{ readonly batch: DrawnBatch; readonly losses: readonly number[] }> {
    const { batch, answer } = await this.drawn("rehearse", seeds, { reply: rehearsedSchema, n: steps });
    return { batch, losses: answer.losses };
  }
}
