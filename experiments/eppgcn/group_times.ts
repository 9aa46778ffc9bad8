/**
 * What a group size costs: measured where there is a GPU, else by model M6 with rates fitted to this device. Two CPU threads
 * share work evenly whatever the group size, so that a time measured on them would say nothing about thousands of slots.
 *
 * @module
 */
import { rmat } from "../../datasets/generators/rmat.ts";
import type { CsrMatrix } from "../../graph/csr.ts";
import { degrees } from "../../graph/degrees.ts";
import type { Device } from "../../hardware/device.ts";
import {
  fitGroupingRates,
  groupCounts,
  type GroupingFit,
  type GroupingRates,
  groupingTime,
} from "../../hardware/grouping_model.ts";
import { type Contestant, measure, timesOf } from "../../hardware/measuring.ts";
import { refuseEmulated } from "../../hardware/emulated.ts";
import { WrongResultError } from "../../platform/errors.ts";
import { median } from "../../platform/statistics/mod.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { randomFeatures, spmmTrial } from "../trials/spmm_trial.ts";

/** Cores of the paper's cards, one slot each: what its authors count them by. */
export const P100_SLOTS = 3584;
/** Of the V100S. */
export const V100S_SLOTS = 5120;

/** Neighbour groups whose partial sums a second pass adds up: WGSL has no float atomics, and emulating them costs far more. */
const KERNEL = "neighbor-group";

/** One aggregation by groups. */
export interface GroupedProduct {
  /** Rows are cut into groups. */
  readonly matrix: CsrMatrix;
  /** Columns of the features. */
  readonly width: number;
  /** Most neighbours of a group. */
  readonly groupSize: number;
}

/** The rates as fitted, and each of them doubled and halved: a modelled answer counts if all of these give it. */
export const RATE_CHANGES:
  readonly (Readonly<Record<keyof GroupingRates, number>> & { readonly id: string })[] = [
    { id: "fitted", group: 1, neighbor: 1, atomic: 1 },
    { id: "group_x2", group: 2, neighbor: 1, atomic: 1 },
    { id: "group_half", group: 0.5, neighbor: 1, atomic: 1 },
    { id: "neighbor_x2", group: 1, neighbor: 2, atomic: 1 },
    { id: "neighbor_half", group: 1, neighbor: 0.5, atomic: 1 },
    { id: "atomic_x2", group: 1, neighbor: 1, atomic: 2 },
    { id: "atomic_half", group: 1, neighbor: 1, atomic: 0.5 },
  ];

/** The time of a product in milliseconds. */
export interface GroupTime {
  /** Measured on a GPU, or modelled. */
  readonly source: "measured" | "modelled";
  /** Measured: one a round, rounds of one call paired. Modelled: one for each of {@link RATE_CHANGES}. */
  readonly ms: readonly number[];
}

/** Whether this device's own times say something about group sizes. */
export function measuresGroups({ backend, adapterKind }: Device): boolean {
  return backend === "webgpu" && adapterKind === "hardware";
}

/** What the rates are fitted to: small and large groups, narrow and wide features. */
const FIT_GRAPH = { vertices: 4096, edges: 100_000 };
const FIT_SIZES = [1, 4, 16, 128] as const;
const FIT_WIDTHS = [16, 128] as const;
const FIT_ROUNDS = 5;

const fits = new WeakMap<Device, Promise<GroupingFit>>();

/** The rates of this device, fitted once a session to times of its own kernel. */
export function fittedRates(lab: Lab): Promise<GroupingFit> {
  let fit = fits.get(lab.device);
  if (!fit) fits.set(lab.device, fit = fitRates(lab));
  return fit;
}

async function fitRates(lab: Lab): Promise<GroupingFit> {
  const { device, seed } = lab;
  refuseEmulated(device, "fit the rates of neighbour groups");
  lab.say("fitting the grouping model");
  const matrix = rmat(FIT_GRAPH, seed);
  const rowLengths = degrees(matrix);
  const products = FIT_WIDTHS.flatMap((width) =>
    FIT_SIZES.map((groupSize) => ({ matrix, width, groupSize }))
  );
  const times = await measureProducts(lab, products, FIT_ROUNDS);
  // A GPU does not tell how many groups it works on at once: its rates are those of a card with the P100's slots.
  const slots = device.threads || P100_SLOTS;
  return fitGroupingRates(products.map(({ width, groupSize }, i) => ({
    ...{ rowLengths, width, groupSize, slots, singleGroup: "store" as const },
    seconds: median(times[i]) / 1e3,
  })));
}

/** Milliseconds a round of each product, interleaved; every output is checked first. */
async function measureProducts(
  lab: Lab,
  products: readonly GroupedProduct[],
  rounds: number,
): Promise<readonly (readonly number[])[]> {
  const { device, profile, seed } = lab;
  const features = new Map<string, Float32Array>();
  const contestants: Contestant[] = [];
  for (const [i, { matrix, width, groupSize }] of products.entries()) {
    const shape = `${matrix.cols} x ${width}`;
    if (!features.has(shape)) features.set(shape, randomFeatures(matrix.cols, width, seed));
    const trial = spmmTrial(lab, {
      ...{ matrix, width, features: features.get(shape)!, kernel: KERNEL, parameters: { groupSize } },
    });
    const prepared = await trial.prepare();
    try {
      const { ok, worst } = await prepared.check();
      if (!ok) {
        throw new WrongResultError({
          action: `time groups of ${groupSize}`,
          current: `${worst!.got} in row ${worst!.row}`,
          wanted: `${worst!.wanted}, as the oracle has`,
          next: "run the kernel's tests on this device",
        });
      }
    } finally {
      prepared.destroy();
    }
    contestants.push({ id: String(i), bytes: trial.bytes, prepare: () => trial.prepare() });
  }
  const measured = await measure(device, contestants, {
    ...{ seed, minRounds: rounds, maxRounds: rounds, preparations: 1 },
    ...{ budgetMs: profile.comparisonMs, narrow: profile.narrow },
  });
  return products.map((_, i) => timesOf(measured, String(i)));
}

/** The modelled times of one product in milliseconds, one for each of the rate changes asked for. */
export function modelledTimes(
  { matrix, width, groupSize }: GroupedProduct,
  { rates, slots, changes = RATE_CHANGES }: {
    readonly rates: GroupingRates;
    readonly slots: number;
    readonly changes?: typeof RATE_CHANGES;
  },
): number[] {
  const work = { rowLengths: degrees(matrix), width, groupSize, slots };
  const { atomics } = groupCounts(work);
  // The schedule does not see the rate of atomics.
  const makespans = new Map<string, number>();
  return changes.map((change) => {
    const changed = {
      group: rates.group * change.group,
      neighbor: rates.neighbor * change.neighbor,
      atomic: rates.atomic * change.atomic,
    };
    const key = `${change.group} ${change.neighbor}`;
    const makespan = makespans.get(key) ?? groupingTime(work, changed).makespan;
    makespans.set(key, makespan);
    return 1e3 * (makespan + atomics * changed.atomic / slots);
  });
}

/** The times of some products on this device: measured side by side on a GPU, modelled for `slots` slots elsewhere. */
export async function groupTimes(
  lab: Lab,
  products: readonly GroupedProduct[],
  { slots, decides = true }: { readonly slots: number; readonly decides?: boolean },
): Promise<readonly GroupTime[]> {
  if (measuresGroups(lab.device)) {
    const { rounds, contextRounds } = lab.profile;
    const times = await measureProducts(lab, products, decides ? rounds : contextRounds);
    return times.map((ms) => ({ source: "measured", ms }));
  }
  const { rates } = await fittedRates(lab);
  return products.map((product) => ({ source: "modelled", ms: modelledTimes(product, { rates, slots }) }));
}

/** The value that stands for a time: the median of its rounds, or the model's at the fitted rates. */
export function typicalMs({ source, ms }: GroupTime): number {
  return source === "measured" ? median(ms) : ms[0];
}

/** Times one after another: round by round, or rate by rate. */
export function sumOfTimes(times: readonly GroupTime[]): GroupTime {
  return {
    source: times[0].source,
    ms: times[0].ms.map((_, i) => times.reduce((sum, { ms }) => sum + ms[i], 0)),
  };
}

/** A time's rows: every round under one metric, or one metric a change of rates, `metric` itself at the fitted ones. */
export function timeFacts(metric: string, { source, ms }: GroupTime, unit = "ms"): Fact[] {
  if (source === "measured") return [{ metric, unit, value: ms }];
  return RATE_CHANGES.map(({ id }, i) => ({
    ...{ metric: i === 0 ? metric : changedMetric(metric, id), unit, value: ms[i], source },
  }));
}

/** `time_atomic_x2`: the metric under a change of the rates. */
export function changedMetric(metric: string, change: string): string {
  return change === RATE_CHANGES[0].id ? metric : `${metric}_${change}`;
}

/** One time over another, round by round or rate by rate. */
export function ratioOfTimes(above: GroupTime, below: GroupTime): GroupTime {
  return { source: above.source, ms: above.ms.map((ms, i) => ms / below.ms[i]) };
}
