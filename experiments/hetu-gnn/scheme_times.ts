/**
 * What hetu-gnn Figure 9 rests on: one product by every scheme under every ordering, measured rank by rank, and epochs whose
 * messages, dense part and further products are modelled from it.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { groupCount, productSeconds, productTraffic, spmmSchedule } from "../../distributed/spmm/mod.ts";
import { type Link, ringAllReduceSeconds } from "../../hardware/interconnect.ts";
import { median } from "../../platform/statistics/mod.ts";
import { bindVertexData } from "../../training/vertex_data.ts";
import type { Lab } from "../lab.ts";
import { trainingTask } from "../trials/training_trial.ts";
import { hetuModel, orderedData } from "./epochs.ts";
import {
  isBlockProduct,
  type OpenProduct,
  openRightProduct,
  openTraining,
  ranksContestant,
  rankTimes,
  slowestRank,
  timeRounds,
} from "./partitioned_rounds.ts";
import {
  BLOCK_METIS,
  BLOCK_RCM,
  ONE_DEVICE,
  type PaperScheme,
  SCHEMES,
  type ScopedOrdering,
  UNORDERED,
  WHOLE_METIS,
  WHOLE_RCM,
} from "./schemes.ts";

/** Columns of the product that is measured: the paper's hidden width. */
export const WIDTH = 128;

/** What is compared. */
export const ORDERINGS: readonly ScopedOrdering[] = [
  UNORDERED,
  WHOLE_METIS,
  WHOLE_RCM,
  BLOCK_METIS,
  BLOCK_RCM,
];

/** A product by one scheme under one ordering. */
export interface SchemeTimes {
  /** Milliseconds of each rank, by round: all of its blocks, one after another. */
  readonly rankMs: readonly (readonly number[])[];
  /** Milliseconds of one device on the graph as it comes, by round: the same rounds. */
  readonly oneDeviceMs: readonly number[];
  /** Milliseconds of the ordering; 0 where there is none. */
  readonly orderingMs: number;
  /** Bytes that all ranks together received by broadcasts, counted. */
  readonly receivedBytes: number;
}

/** What an epoch is beside its products on this graph. */
export interface EpochShape {
  /** Vertices. */
  readonly vertices: number;
  /** Columns of each product with the adjacency in an epoch. */
  readonly widths: readonly number[];
  /** Bytes of the parameters' gradients, which all ranks add up. */
  readonly gradientBytes: number;
  /** Milliseconds of all else in an epoch on one device. */
  readonly denseMs: number;
}

/** All that was measured on a graph. */
export interface GraphTimes {
  /** By scheme and ordering. */
  readonly products: ReadonlyMap<string, ReadonlyMap<string, SchemeTimes>>;
  /** The rest of an epoch. */
  readonly epoch: EpochShape;
}

/** Measures a graph. Scheme after scheme, its orderings and one device in turns. */
export async function measureSchemes(lab: Lab, dataset: LoadedDataset, hidden: number): Promise<GraphTimes> {
  const products = new Map<string, ReadonlyMap<string, SchemeTimes>>();
  for (const scheme of SCHEMES) products.set(scheme.id, await measureScheme(lab, dataset, scheme));
  return { products, epoch: await epochShape(lab, dataset, hidden) };
}

async function measureScheme(
  lab: Lab,
  dataset: LoadedDataset,
  scheme: PaperScheme,
): Promise<ReadonlyMap<string, SchemeTimes>> {
  const variants: ({ readonly id: string } & OpenProduct)[] = [];
  const open = async (id: string, of: PaperScheme, ordering: ScopedOrdering) => {
    const product = await openRightProduct(lab, dataset, { scheme: of, ordering, width: WIDTH });
    variants.push({ id, ...product });
  };
  try {
    await open(ONE_DEVICE.id, ONE_DEVICE, UNORDERED);
    for (const ordering of ORDERINGS) await open(ordering.id, scheme, ordering);
    const rounds = await timeRounds(
      lab,
      variants.map(({ id, run }) => ranksContestant(id, run, "evaluate", isBlockProduct)),
    );
    const oneDeviceMs = rounds.get(ONE_DEVICE.id)!.map((round) => slowestRank(round));
    return new Map(
      variants.slice(1).map(({ id, orderingMs, receivedBytes }) => [id, {
        ...{ oneDeviceMs, orderingMs },
        rankMs: rounds.get(id)!.map((round) => rankTimes(round)),
        receivedBytes: receivedBytes.reduce((sum, bytes) => sum + bytes, 0),
      }]),
    );
  } finally {
    for (const { run } of variants) run.close();
  }
}

async function epochShape(lab: Lab, dataset: LoadedDataset, hidden: number): Promise<EpochShape> {
  const { data } = await orderedData(lab, dataset, "natural");
  const task = trainingTask(lab, { data, model: hetuModel(data, hidden) });
  const { program } = task, vertices = data.adjacency.rows;
  const { run } = await openTraining(lab, {
    ...{ program, bindings: bindVertexData(task, data), vertices, scheme: ONE_DEVICE },
  });
  try {
    const dense = ranksContestant(ONE_DEVICE.id, run, "train", (step) => !isBlockProduct(step));
    const rounds = await timeRounds(lab, [dense], lab.profile.contextRounds);
    return {
      vertices,
      widths: program.train.flatMap((step) => step.op === "spmm" ? [step.x.cols] : []),
      gradientBytes: program.parameters.reduce((sum, { tensor: { rows, cols } }) => sum + 4 * rows * cols, 0),
      denseMs: median(rounds.get(ONE_DEVICE.id)!.map((round) => slowestRank(round))),
    };
  } finally {
    run.close();
  }
}

/** Milliseconds of the messages of one product of the measured width. */
export function productMessagesMs(scheme: PaperScheme, vertices: number, link: Link): number {
  return 1e3 * productSeconds(spmmSchedule(scheme), { vertices, width: WIDTH }, link);
}

/** Milliseconds of an epoch's messages: those of its products, and the sum of the gradients. */
export function epochMessagesMs(
  scheme: PaperScheme,
  epoch: Omit<EpochShape, "denseMs">,
  link: Link,
): number {
  const { vertices, widths, gradientBytes } = epoch, schedule = spmmSchedule(scheme);
  const products = widths.map((width) => productSeconds(schedule, { vertices, width }, link));
  const gradients = ringAllReduceSeconds(link, { bytes: gradientBytes, ranks: groupCount(scheme) });
  return 1e3 * products.reduce((sum, seconds) => sum + seconds, gradients);
}

/**
 * Milliseconds of an epoch, by round: on each rank its products, as much longer or shorter than the measured one as they are
 * wider or narrower, and its share of the dense part; the slowest rank; then the messages.
 */
export function epochMs(
  { rankMs }: SchemeTimes,
  { scheme, epoch, link }: { readonly scheme: PaperScheme; readonly epoch: EpochShape; readonly link: Link },
): number[] {
  const columns = epoch.widths.reduce((sum, width) => sum + width, 0) / WIDTH;
  const rest = epoch.denseMs / groupCount(scheme) + epochMessagesMs(scheme, epoch, link);
  return rankMs.map((ranks) => columns * Math.max(...ranks) + rest);
}

/** Bytes that all ranks together receive in a product: broadcasts as counted, sums by formula. */
export function productBytes({ receivedBytes }: SchemeTimes, scheme: PaperScheme, vertices: number): number {
  const { sumBytes } = productTraffic(spmmSchedule(scheme), { vertices, width: WIDTH });
  return sumBytes.reduce((sum, bytes) => sum + bytes, receivedBytes);
}
