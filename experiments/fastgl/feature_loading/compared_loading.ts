/**
 * Memory IO of an epoch where everything is copied, with Match, and with Match and Reorder, each beside
 * the one before it.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import { ratios } from "../../trials/ratios.ts";
import { type InputListsOptions, meanMatchDegree } from "../input_lists.ts";
import { LINK_METRICS, overLinks } from "../links/loading_links.ts";
import { flipFact, savingPaysBelow } from "../links/turning_speeds.ts";
import { DGL_POLICY, MATCH_ONLY } from "../policies.ts";
import type { EpochSetting } from "../sampled_workloads.ts";
import type { LoadingPolicy } from "./loading_policy.ts";
import { LOADING_REGIME, loadingRegime } from "./loading_premises.ts";
import { type LoadedEpochs, loadedEpochs, loadingRounds, type MemoryIo, timedBatches } from "./memory_io.ts";
import { MEMORY_IO, memoryIoCounts, memoryIoTimes, roundsOver } from "./memory_io_metrics.ts";

/** Values of loading with windows of several sizes. */
export const WINDOWED_IO = {
  ...MEMORY_IO,
  io_speedup: { label: "speed-up over copying everything", unit: "x", better: "higher" },
  reduction_by_reorder: { label: "less memory IO than with Match alone", unit: "%", better: "higher" },
  ...LINK_METRICS,
  ...LOADING_REGIME,
} as const satisfies Metrics;

/** Values of loading mini-batches that random walks draw. */
export const WALKED_IO = {
  ...MEMORY_IO,
  io_speedup: { label: "speed-up", unit: "x", better: "higher" },
  match_degree_mean: { label: "mean match degree", unit: "%" },
  ...LINK_METRICS,
  ...LOADING_REGIME,
} as const satisfies Metrics;

/** Mini-batches, and the policies by which they are loaded. */
export interface ComparedPolicies extends Pick<InputListsOptions, "sampling" | "most"> {
  /** Mini-batches of an epoch. */
  readonly epoch: EpochSetting;
  /** All policies, in the order of legends: DGL's, Match, and Match with Reorder. */
  readonly policies: readonly LoadingPolicy[];
  /** Policies among them that were asked for. */
  readonly asked: readonly LoadingPolicy[];
}

/** Loading by several policies. */
interface ComparedLoading {
  readonly loaded: LoadedEpochs;
  /** Regime of the mini-batches. */
  readonly regime: Facts<typeof LOADING_REGIME>;
  /** Loading by one policy; throws the error that ended it. */
  readonly io: (id: string) => MemoryIo;
}

/** Loads by the policies that were asked for, in turns; all but DGL's are compared with Match as well. */
async function loadCompared(
  lab: Lab,
  dataset: LoadedDataset,
  { epoch, policies, asked, ...draws }: ComparedPolicies,
): Promise<ComparedLoading> {
  const loaded = await loadedEpochs(lab, dataset, { graph: epoch.graph, batch: epoch.batchSize, ...draws });
  const compared = asked.some(({ id }) => id !== DGL_POLICY.id);
  const loading = policies.filter((each) => asked.includes(each) || (compared && each.id === MATCH_ONLY.id));
  const io = await loadingRounds(lab, loaded, loading);
  const regime = await loadingRegime(lab, dataset, { epoch, distinct: timedBatches(lab, loaded) });
  return { loaded, regime, io };
}

/**
 * Times and counts of loading by one policy, its memory IO over links, and the speed of a link up to which it
 * saves time: Match beside DGL's policy, and Reorder beside Match.
 */
function outcomeOf(
  id: string,
  { io, loaded }: ComparedLoading,
): JointOutcome<typeof MEMORY_IO & typeof LINK_METRICS> {
  const own = io(id), rounds = roundsOver(own, loaded);
  const beside = id === MATCH_ONLY.id ? DGL_POLICY.id : MATCH_ONLY.id;
  const others = id === DGL_POLICY.id ? undefined : roundsOver(io(beside), loaded);
  return {
    times: memoryIoTimes(own),
    facts: {
      ...memoryIoCounts(own, loaded.features),
      ...overLinks(rounds),
      ...(others && flipFact(rounds.map((round, i) => savingPaysBelow(round, others[i])))),
    },
    factors: { gather: own.gatherKernel },
  };
}

/** Memory IO by the window that is reordered. */
export async function windowedIo(
  lab: Lab,
  dataset: LoadedDataset,
  compared: ComparedPolicies,
): Promise<(id: string) => JointOutcome<typeof WINDOWED_IO>> {
  const loading = await loadCompared(lab, dataset, compared), { io, regime } = loading;
  return (id) => {
    const outcome = outcomeOf(id, loading), { ms } = io(id);
    return {
      ...outcome,
      facts: {
        ...outcome.facts,
        ...(id === DGL_POLICY.id && regime),
        io_speedup: ratios(io(DGL_POLICY.id).ms, ms),
        ...(id !== DGL_POLICY.id && {
          reduction_by_reorder: ratios(ms, io(MATCH_ONLY.id).ms).map((share) => 100 * (1 - share)),
        }),
      },
    };
  };
}

/** Memory IO of mini-batches that random walks draw, and what these have in common. */
export async function walkedIo(
  lab: Lab,
  dataset: LoadedDataset,
  compared: ComparedPolicies,
): Promise<(id: string) => JointOutcome<typeof WALKED_IO>> {
  const loading = await loadCompared(lab, dataset, compared), { io, loaded, regime } = loading;
  const matchDegree = meanMatchDegree(loaded.epochs[0], dataset.graph.rows);
  return (id) => {
    const outcome = outcomeOf(id, loading);
    return {
      ...outcome,
      facts: {
        ...outcome.facts,
        io_speedup: ratios(io(DGL_POLICY.id).ms, io(id).ms),
        ...(id === DGL_POLICY.id && { match_degree_mean: 100 * matchDegree, ...regime }),
      },
    };
  };
}
