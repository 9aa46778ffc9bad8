/**
 * Rates of model M6 fitted to this device, and times of grouped products at them. Two CPU threads share work
 * evenly whatever the group size: a time measured on them would tell nothing about the thousands of slots of
 * a card.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { rmat } from "../../../datasets/generators/rmat.ts";
import { degrees } from "../../../graph/degrees.ts";
import {
  fitGroupingRates,
  groupCounts,
  type GroupingFit,
  type GroupingRates,
  groupingTime,
} from "../../../hardware/models/grouping_model.ts";
import { median } from "../../../platform/statistics/mod.ts";
import { type Lab, NO_DATASET } from "../../lab.ts";
import {
  FLOAT_ATOMICS,
  type GroupedProduct,
  type GroupedProductKernel,
  timeProducts,
} from "../grouped_product.ts";
import { RATE_CHANGES, type RateFactors } from "./rate_changes.ts";

/** Cores of the P100, one slot each, as its authors count them. */
export const P100_SLOTS = 3584;
/** Cores of the V100S. */
export const V100S_SLOTS = 5120;

/** Products that the rates are fitted to: small and large groups, narrow and wide features. */
const FIT_GRAPH = { vertices: 4096, edges: 100_000 };
const FIT_SIZES = [1, 4, 16, 128] as const;
const FIT_WIDTHS = [16, 128] as const;
const FIT_ROUNDS = 5;

/**
 * Rates of this device, fitted once a session to times of a kernel.
 *
 * @throws {MissingError} on an emulated GPU.
 */
export function fittedRates(lab: Lab, kernel: GroupedProductKernel = FLOAT_ATOMICS): Promise<GroupingFit> {
  return lab.once(fitRates, NO_DATASET, kernel);
}

async function fitRates(
  lab: Lab,
  _dataset: LoadedDataset,
  kernel: GroupedProductKernel,
): Promise<GroupingFit> {
  lab.say("fitting the grouping model");
  const matrix = rmat(FIT_GRAPH, lab.seed);
  const rowLengths = degrees(matrix);
  const products = FIT_WIDTHS.flatMap((width) =>
    FIT_SIZES.map((groupSize) => ({ matrix, width, groupSize, kernel }))
  );
  const times = await timeProducts(lab, products, FIT_ROUNDS);
  // A GPU does not tell how many groups it works on at once: its rates are those of a card with the P100's
  // slots.
  const slots = lab.device.threads || P100_SLOTS;
  return fitGroupingRates(products.map(({ width, groupSize }, i) => ({
    rowLengths,
    width,
    groupSize,
    slots,
    singleGroup: "store",
    seconds: median(times[i].ms) / 1e3,
  })));
}

/** Modelled times of one product in milliseconds, one for each of the changes of the rates. */
export function modelledTimes(
  { matrix, width, groupSize }: GroupedProduct,
  { rates, slots, changes = RATE_CHANGES }: {
    readonly rates: GroupingRates;
    readonly slots: number;
    readonly changes?: readonly RateFactors[];
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
