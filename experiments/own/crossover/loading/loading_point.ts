/**
 * Measurement of one point of the map of loading: sampling and loading of an epoch's mini-batches by several
 * techniques.
 *
 * @module
 */
import type { LoadedDataset } from "../../../../datasets/dataset.ts";
import { uniformNeighbors } from "../../../../graph/sampling/mod.ts";
import type { MiniBatchData } from "../../../../training/mini_batch/mod.ts";
import { gcn } from "../../../../training/models/gcn.ts";
import type { Contender } from "../../../cell.ts";
import type { Lab } from "../../../lab.ts";
import type { JointOutcome, Trial } from "../../../measurement.ts";
import type { Metrics } from "../../../metrics.ts";
import { byContender } from "../../../trials/by_contender.ts";
import { hottestVertices } from "../../../trials/hottest_vertices.ts";
import { miniBatchTrial } from "../../../trials/mini_batches/mini_batch_trial.ts";
import { measureSideBySide } from "../../../trials/side_by_side.ts";
import { drawnBatchData } from "../../drawn_data.ts";
import { MAP_ROUNDS, measuredContender, RATIO_METRICS, ratioFacts } from "../map_ratios.ts";
import type { MapWorkload } from "../map_suite.ts";
import { epochCounts, LOAD_TERMS, loadTerms } from "./load_terms.ts";

/** Columns of the features and of the hidden layers, classes, and layers, which have one fan-out. */
export const WIDTH = 100, HIDDEN = 16, CLASSES = 16, LAYERS = 2;
/** Mini-batches of an epoch, all of which are reordered together. */
export const BATCHES = 8;
/** Share of all vertices whose features the cache holds. */
export const CACHED = 0.2;

/** Contender that maps ids in three steps and copies all features. */
export const PLAIN = "plain";

/** ID map of sampled vertices, and policy to load their features. */
export interface LoadingContender extends Contender {
  /** Settings. */
  readonly factors: {
    readonly map: "three-step" | "fused-map";
    readonly match: boolean;
    readonly reorder: boolean;
    readonly cache: boolean;
  };
}

/** Metrics of the map. */
export const LOADING_METRICS = {
  time: { label: "sampling and loading of an epoch", unit: "ms", better: "lower" },
  ...RATIO_METRICS,
  speedup_over_match: { label: "speed-up over Match alone", unit: "x", better: "higher" },
  sample_time: { label: "sampling", unit: "ms", better: "lower" },
  load_time: { label: "loading of features", unit: "ms", better: "lower" },
  compute_time: { label: "training between", unit: "ms", better: "lower" },
  loaded_bytes: { label: "features copied an epoch", unit: "bytes", better: "lower" },
  waits: { label: "waits for the device", unit: "count", better: "lower", shown: false },
  ...LOAD_TERMS,
} as const satisfies Metrics;

/** Data of a graph: random features and labels, and as many training vertices as an epoch has seeds. */
function drawData(lab: Lab, dataset: LoadedDataset, batchSize: number): Promise<MiniBatchData> {
  return drawnBatchData(lab, dataset, { width: WIDTH, classes: CLASSES, batches: BATCHES, batchSize });
}

/** Checks and times the contenders of one point in interleaved rounds. */
export async function measureLoading(
  lab: Lab,
  dataset: LoadedDataset,
  { x: batchSize, y: fanout }: Pick<MapWorkload, "x" | "y">,
  contenders: readonly LoadingContender[],
): Promise<(id: string) => JointOutcome<typeof LOADING_METRICS>> {
  const { graph } = dataset, { seed, profile } = lab;
  const data = await lab.once(drawData, dataset, batchSize);
  const fanouts = new Array<number>(LAYERS).fill(fanout), draw = uniformNeighbors(graph, { fanouts, seed });
  const cached = await hottestVertices(data, { draw, share: CACHED, batchSize, seed });
  const trial = (
    { factors: { map: idMap, match, reorder, cache } }: LoadingContender,
  ): Promise<Trial<typeof LOADING_METRICS>> =>
    miniBatchTrial(lab, {
      graph,
      data,
      // Combined before aggregated: training, which is not counted, takes as little as it can.
      layers: gcn({ classes: CLASSES, hidden: HIDDEN, layers: LAYERS, order: "transform-first" }),
      aggregation: "gcn",
      fanouts,
      batchSize,
      counts: "loading",
      policy: {
        idMap,
        loading: { match, ...(cache && { cached }) },
        window: reorder ? BATCHES : 1,
        kernels: {},
      },
    });
  const trials = new Map(contenders.map((contender) => [contender.id, () => trial(contender)]));
  const side = await measureSideBySide(lab, trials, {
    rounds: Math.min(profile.rounds, MAP_ROUNDS),
    // Training goes on between what is timed.
    patience: 1.5,
  });
  const measured = contenders.flatMap(({ id }) => measuredContender(side, id, () => [0]));
  const batches = Math.ceil(data.training.length / batchSize);
  const counts = await epochCounts(draw, { seeds: data.training.slice(0, batchSize), batches });
  return byContender(contenders, ({ id, factors: { match, cache } }) => {
    const { parts, facts } = side.of(id);
    return {
      times: { ...parts, time: side.times(id) },
      facts: {
        ...facts,
        ...ratioFacts(measured, { id, baseline: PLAIN }),
        ...(id === "match-reorder" && side.has("match") && { speedup_over_match: side.ratio("match", id) }),
        ...loadTerms(counts, {
          copiedBytes: Number(facts.loaded_bytes),
          rowBytes: 4 * WIDTH,
          compares: match || cache,
        }),
      },
    };
  });
}
