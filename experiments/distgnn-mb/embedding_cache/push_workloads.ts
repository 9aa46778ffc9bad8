/**
 * Settings of caches and pushes of Section 4.4: the printed one, and one change at a time.
 *
 * @module
 */
import type { Profile } from "../../profiles.ts";
import type { PushSetting } from "./push_rounds.ts";
import { type RankWorkload, rankWorkloadId, rankWorkloads } from "../rank_workloads.ts";
import { PAPER_CACHE, PAPERS, PRODUCTS } from "../scaled_graphs.ts";

/** Id of the one contender. */
export const AEP = "aep";

/** Numbers of ranks on Papers100M: the ends of Figures 3 and 4, and their middle. */
export const RANKS = [4, 16, 64];

/** Number of ranks on which settings are changed. */
export const CHANGED_RANKS = 16;

/** Number of ranks of the printed rates. */
export const PRINTED_RANKS = 64;

/** Number of ranks on Products. */
const PRODUCTS_RANKS = 32;

/** The printed setting, in the paper's vertices. The unit of `ls` is not printed. */
const PRINTED: PushSetting = {
  capacity: PAPER_CACHE.cs,
  pushLimit: PAPER_CACHE.nc,
  lifeSpan: 2,
  lifeSpanUnit: "iteration",
  delay: 1,
};

/** Changes of the printed setting. */
const CHANGES = {
  "cs=10K": { capacity: 10_000 },
  "nc=8000": { pushLimit: 8000 },
  "ls=4": { lifeSpan: 4 },
  "ls=2 epochs": { lifeSpanUnit: "epoch" },
  "d=2": { delay: 2 },
} as const satisfies Readonly<Record<string, Partial<PushSetting>>>;

type Change = keyof typeof CHANGES;

const CHANGED = Object.keys(CHANGES) as Change[];

const changedId = (change: Change) =>
  `${rankWorkloadId(PAPERS, CHANGED_RANKS)}:${change.replaceAll(" ", "-")}`;

/** Id of the workload whose hit rates are printed. */
export const PRINTED_ID = rankWorkloadId(PAPERS, PRINTED_RANKS);

/** Id of the workload whose caches overflow. */
export const SMALL_CACHE_ID = changedId("cs=10K");

/** Ids of all workloads. */
export const ALL_IDS: readonly string[] = [
  ...RANKS.map((ranks) => rankWorkloadId(PAPERS, ranks)),
  ...CHANGED.map(changedId),
  rankWorkloadId(PRODUCTS, PRODUCTS_RANKS),
];

/** A graph, a number of ranks, and a setting of their caches and pushes. */
export interface PushWorkload extends RankWorkload {
  /** Setting in the paper's vertices. */
  readonly setting: PushSetting;
  /** Settings of its rows, as the paper names them. */
  readonly factors: RankWorkload["factors"] & {
    readonly cs: number;
    readonly nc: number;
    readonly ls: string;
    readonly d: number;
    readonly changed?: Change;
  };
}

function withSetting(workload: RankWorkload, setting: PushSetting): PushWorkload {
  const { capacity: cs, pushLimit: nc, lifeSpan, lifeSpanUnit, delay: d } = setting;
  return {
    ...workload,
    setting,
    factors: { ...workload.factors, cs, nc, ls: `${lifeSpan} ${lifeSpanUnit}s`, d },
  };
}

/** All workloads at the sizes of a profile. */
export function pushWorkloads(profile: Profile): PushWorkload[] {
  const [changed] = rankWorkloads(profile, PAPERS, [CHANGED_RANKS]);
  return [
    ...rankWorkloads(profile, PAPERS, RANKS).map((workload) => withSetting(workload, PRINTED)),
    ...CHANGED.map((change) => {
      const workload = withSetting(changed, { ...PRINTED, ...CHANGES[change] });
      return { ...workload, id: changedId(change), factors: { ...workload.factors, changed: change } };
    }),
    ...rankWorkloads(profile, PRODUCTS, [PRODUCTS_RANKS]).map((workload) => withSetting(workload, PRINTED)),
  ];
}
