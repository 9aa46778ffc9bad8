/**
 * Products and epochs on real ranks, by way and link, compared with the oracle or with the losses of one
 * rank.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { productProgram } from "../../../distributed/spmm/mod.ts";
import { partitionEngine, partitionGraph } from "../../../graph/partitions/mod.ts";
import { type PartRanges, partRanges } from "../../../graph/partitions/part_ranges.ts";
import { permuteSymmetric } from "../../../graph/permute.ts";
import { checkOutput } from "../../../kernels/check.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import { RandomStream } from "../../../platform/random.ts";
import { repeatedUniform } from "../../../platform/repeated_uniform.ts";
import { permuteVertexData } from "../../../training/permuted_data.ts";
import { bindVertexData } from "../../../training/vertex_data.ts";
import type { Lab } from "../../lab.ts";
import { firstLosses } from "../../peers/peer_epoch.ts";
import { checkLosses } from "../../peers/peer_training_trial.ts";
import { naturalOperands } from "../../trials/ordered_graph.ts";
import {
  type CheckedRankProgram,
  type RankedTimes,
  timeRankPrograms,
} from "../../trials/ranks/timed_programs.ts";
import { timedRanks } from "../../trials/ranks/timed_ranks.ts";
import { CHECKED_WORK } from "../../trials/step_bounds.ts";
import { trainingTask } from "../../trials/training_trial.ts";
import { LOSS_TOLERANCE } from "../distribution/partitioned_training.ts";
import { WIDTH } from "../distribution/scheme_times.ts";
import { hetuModel } from "../epochs/epochs.ts";
import { orderedData } from "../epochs/ordered_data.ts";
import {
  EXCHANGE_WAYS,
  type ExchangeWay,
  RANK_LINK_NAMES,
  type RankLink,
  rankLink,
} from "./exchange_ways.ts";

/** Measurements by way and link. */
export type RealProducts = (way: ExchangeWay, link: RankLink) => RankedTimes;

const KERNELS = { spmm: { id: "row-split" } };

/** Cuts a graph by METIS into as many parts as ranks; the cut is in the user's cache. */
async function cutForRanks(lab: Lab, dataset: LoadedDataset): Promise<PartRanges> {
  const { ranks: count } = timedRanks(lab), { seed } = lab;
  const { value: parts } = await lab.cached(
    { partition: "ranks", engine: partitionEngine(), graph: dataset.hash, ranks: String(count), seed },
    () => partitionGraph(dataset.graph, count, { seed }).parts,
  );
  return partRanges({ parts, count });
}

/** Times a product of the paper's hidden width. */
export async function realProducts(lab: Lab, dataset: LoadedDataset): Promise<RealProducts> {
  const { seed } = lab, { features, matrix: natural } = await naturalOperands(lab, dataset, WIDTH);
  const { perm, offsets } = await cutForRanks(lab, dataset), matrix = permuteSymmetric(natural, perm);
  const fresh = repeatedUniform(features.length, new RandomStream(seed, "inputs after timing"));
  return await timeOnRanks(lab, offsets, {
    whole: { ...productProgram({ matrix, features, width: WIDTH }), kernels: KERNELS },
    epochs: 0,
    fresh,
    compare: (product, isLast) =>
      checkOutput(spmm, { matrix, features: isLast ? fresh : features, width: WIDTH }, product, {
        seed: isLast ? seed + 1 : seed,
        exhaustiveWork: CHECKED_WORK,
        sampledWork: CHECKED_WORK,
      }),
  });
}

/** Times an epoch of the paper's GCN. */
export async function realEpochs(
  lab: Lab,
  dataset: LoadedDataset,
  { hidden }: { readonly hidden: number },
): Promise<RealProducts> {
  const { data: natural } = await orderedData(lab, dataset, "natural");
  const { perm, offsets } = await cutForRanks(lab, dataset);
  const data = permuteVertexData(natural, perm), model = hetuModel(data, hidden);
  const task = trainingTask(lab, { data, model }), wanted = await firstLosses(lab, { data, model });
  const bindings = bindVertexData(task, data);
  return await timeOnRanks(lab, offsets, {
    whole: { program: task.program, bindings, vertices: data.adjacency.rows, kernels: KERNELS },
    epochs: wanted.length,
    compare: (losses) => checkLosses([...losses], wanted, LOSS_TOLERANCE),
  });
}

async function timeOnRanks(
  lab: Lab,
  offsets: Uint32Array,
  program: CheckedRankProgram,
): Promise<RealProducts> {
  const cells = RANK_LINK_NAMES.flatMap((link) => EXCHANGE_WAYS.map((way) => ({ link, way })));
  const cases = cells.map(({ link: name, way: { exchange } }) => {
    const link = rankLink(name);
    return { ...(exchange && { exchange, offsets }), ...(link && { link }) };
  });
  const times = await timeRankPrograms(lab, program, { ...timedRanks(lab), cases });
  return (way, link) => times[cells.findIndex((cell) => cell.way === way && cell.link === link)];
}
