/**
 * Products and epochs on real ranks, by contender and link, compared with the oracle or with the losses of
 * one rank.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { groupCount, productProgram } from "../../../distributed/spmm/mod.ts";
import { partitionEngine, partitionGraph } from "../../../graph/partitions/mod.ts";
import { type PartRanges, partRanges } from "../../../graph/partitions/part_ranges.ts";
import { permuteSymmetric } from "../../../graph/permute.ts";
import { checkOutput } from "../../../kernels/checks/check_output.ts";
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
  type TimedCase,
  timeRankPrograms,
} from "../../trials/ranks/timed_programs.ts";
import { timedRanks } from "../../trials/ranks/timed_ranks.ts";
import { CHECKED_WORK } from "../../trials/step_bounds.ts";
import { trainingTask } from "../../trials/training_trial.ts";
import { LOSS_TOLERANCE } from "../distribution/scheme_training.ts";
import { hetuModel } from "../epochs/hetu_model.ts";
import { orderedData } from "../epochs/ordered_data.ts";
import { WIDTH } from "../paper_graphs.ts";
import {
  ONE_RANK,
  RANK_CONTENDERS,
  RANK_LINK_NAMES,
  type RankContender,
  type RankLink,
  rankLink,
  schemeOf,
} from "./rank_contenders.ts";

/** Measurements by contender and link; absent where ranks do not divide into its groups. */
export type RealProducts = (contender: RankContender, link: RankLink) => RankedTimes | undefined;

const KERNELS = { spmm: { id: "row-split" } };

/** Program on a graph whose rows are numbered anew. */
type Renumbered = (perm: Uint32Array) => CheckedRankProgram | Promise<CheckedRankProgram>;

/** Cuts a graph by METIS into as many parts as groups of ranks; the cut is in the user's cache. */
async function cutForRanks(lab: Lab, dataset: LoadedDataset, count: number): Promise<PartRanges> {
  const { seed } = lab;
  const parts = await lab.cached(
    { partition: "ranks", engine: partitionEngine(), graph: dataset.hash, ranks: String(count), seed },
    () => partitionGraph(dataset.graph, count, { seed }).parts,
  );
  return partRanges({ parts, count });
}

/** Times a product of the paper's hidden width. */
export async function realProducts(lab: Lab, dataset: LoadedDataset): Promise<RealProducts> {
  const { seed } = lab, { features, matrix: natural } = await naturalOperands(lab, dataset, WIDTH);
  const fresh = repeatedUniform(features.length, new RandomStream(seed, "inputs after timing"));
  return await timeOnRanks(lab, dataset, (perm) => {
    const matrix = permuteSymmetric(natural, perm);
    return {
      whole: productProgram({ matrix, features, width: WIDTH }),
      epochs: 0,
      fresh,
      compare: (product, isLast) =>
        checkOutput(spmm, { matrix, features: isLast ? fresh : features, width: WIDTH }, product, {
          seed: isLast ? seed + 1 : seed,
          exhaustiveWork: CHECKED_WORK,
          sampledWork: CHECKED_WORK,
        }),
    };
  });
}

/** Times an epoch of the paper's GCN, in as many rounds as a claim takes. */
export async function realEpochs(
  lab: Lab,
  dataset: LoadedDataset,
  { hidden }: { readonly hidden: number },
): Promise<RealProducts> {
  const { data: natural } = await orderedData(lab, dataset, "natural");
  return await timeOnRanks(lab, dataset, async (perm) => {
    const data = permuteVertexData(natural, perm), model = hetuModel(data, hidden);
    const task = trainingTask(lab, { data, model }), wanted = await firstLosses(lab, { data, model });
    const bindings = bindVertexData(task, data);
    return {
      whole: { program: task.program, bindings, vertices: data.adjacency.rows },
      epochs: wanted.length,
      compare: (losses) => checkLosses([...losses], wanted, LOSS_TOLERANCE),
    };
  }, lab.profile.rounds);
}

async function timeOnRanks(
  lab: Lab,
  dataset: LoadedDataset,
  renumbered: Renumbered,
  rounds = lab.profile.contextRounds,
): Promise<RealProducts> {
  const job = timedRanks(lab), cuts = new Map<number, Cut>();
  const cells: { readonly contender: RankContender; readonly name: RankLink }[] = [], cases: TimedCase[] = [];
  for (const contender of RANK_CONTENDERS) {
    const scheme = schemeOf(contender, job.ranks);
    if (!scheme) continue;
    // One rank has the numbering of all others in 1D.
    const parts = contender === ONE_RANK ? job.ranks : groupCount(scheme);
    if (!cuts.has(parts)) {
      const { perm, offsets } = await cutForRanks(lab, dataset, parts);
      cuts.set(parts, { offsets, program: await renumbered(perm) });
    }
    const { program, offsets } = cuts.get(parts)!, { exchange } = contender;
    for (const name of RANK_LINK_NAMES) {
      const link = rankLink(name);
      cells.push({ contender, name });
      cases.push({
        program,
        scheme,
        exchange,
        kernels: KERNELS,
        ...(contender !== ONE_RANK && { offsets }),
        ...(link && { link }),
      });
    }
  }
  const times = await timeRankPrograms(lab, cases, { ...job, rounds });
  return (contender, link) =>
    times[cells.findIndex((cell) => cell.contender === contender && cell.name === link)];
}

/** A cut, and the program on the graph that is numbered by it. */
interface Cut {
  readonly offsets: Uint32Array;
  readonly program: CheckedRankProgram;
}
