/**
 * Composition in a single product, a suite of our own: every ordering with every kernel and number format of
 * the features, and whether their speed-ups multiply.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { blockWise } from "../../../graph/orderings/block_wise.ts";
import { findOrdering } from "../../../graph/orderings/mod.ts";
import { permuteFeatures, permuteSymmetric } from "../../../graph/permute.ts";
import type { Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { Trial } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { keptOrdering, naturalOperands, type Operands } from "../../trials/ordered_graph.ts";
import { ROUNDING_METRICS, spmmTrial } from "../../trials/spmm_trial.ts";
import {
  composedGraphs,
  COMPOSITION_METRICS,
  type CompositionContender,
  compositionSuite,
  effectContender,
  experimentNotes,
  runContender,
  WHOLE_GRAPHS,
} from "./composition_suite.ts";
import { type Contrast, speedupOf, weighted } from "./contrast.ts";
import type { Prediction, Sign } from "./prediction.ts";
import { effectId, pairId } from "./switched_runs.ts";
import { GROUP_SIZES, TILE_THRESHOLDS, type TriedParameter, tunedParameter } from "./tuned_parameter.ts";

const WIDTH = 64;
/** Diagonal blocks within which block-wise METIS orders. */
const BLOCKS = 4;
const NATURAL = "natural", ROW_SPLIT = "row-split";

const ORDERINGS = [NATURAL, "degsort", "rcm", "metis", "block-metis", "rabbit"] as const;
const KERNELS = [ROW_SPLIT, "neighbor-group", "block-sparse", "memory-aware", "row-split-bf16"] as const;

type OrderingId = (typeof ORDERINGS)[number];
type KernelId = (typeof KERNELS)[number];

const runOf = (ordering: OrderingId, kernel: KernelId) => `${ordering}+${kernel}`;

const ALL = ORDERINGS.flatMap((ordering) => KERNELS.map((kernel) => ({ ordering, kernel })));
const CHANGED_ORDERINGS = ORDERINGS.filter((id) => id !== NATURAL);
const CHANGED_KERNELS = KERNELS.filter((id) => id !== ROW_SPLIT);
const PAIRS = CHANGED_ORDERINGS.flatMap((ordering) =>
  CHANGED_KERNELS.map((kernel) => ({ ordering, kernel }))
);
const BASE = runOf(NATURAL, ROW_SPLIT);

/** Speed-ups of one change, and each pair's speed-up over the product of its two. */
const CONTRASTS: readonly Contrast[] = [
  ...CHANGED_ORDERINGS.map((id): Contrast => ({
    of: effectId(id),
    kind: "alone",
    weights: speedupOf(BASE, runOf(id, ROW_SPLIT)),
  })),
  ...CHANGED_KERNELS.map((id): Contrast => ({
    of: effectId(id),
    kind: "alone",
    weights: speedupOf(BASE, runOf(NATURAL, id)),
  })),
  ...PAIRS.map(({ ordering, kernel }): Contrast => ({
    of: pairId(ordering, kernel),
    kind: "interaction",
    weights: weighted(
      ...speedupOf(runOf(NATURAL, kernel), runOf(ordering, kernel)),
      ...speedupOf(runOf(ordering, ROW_SPLIT), BASE),
    ),
  })),
];

/** Predicted sign of every ordering with a kernel, with its reason. */
const BY_KERNEL: Readonly<Record<Exclude<KernelId, typeof ROW_SPLIT>, readonly [sign: Sign, why: string]>> = {
  "neighbor-group": [0, "groups cut long rows and touch the same features in the same order."],
  "block-sparse": [1, "clustered ids fill tiles, which the kernel multiplies as dense ones."],
  "memory-aware": [-1, "staging saves accesses that an ordering leaves to the caches."],
  "row-split-bf16": [-1, "both save bytes of features that miss the cache: half of fewer is less."],
};

/** Orderings by degree or bandwidth fill no tiles of communities. */
const FILLS_NO_TILES: ReadonlySet<string> = new Set(["degsort"]);

const PREDICTIONS = PAIRS.map(({ ordering, kernel }): Prediction => {
  const pair = [ordering, kernel] as const;
  if (kernel === "block-sparse" && FILLS_NO_TILES.has(ordering)) {
    return { pair, sign: 0, why: "an order by degree gathers no community into tiles." };
  }
  const [sign, why] = BY_KERNEL[kernel as keyof typeof BY_KERNEL];
  return { pair, sign, why };
});

const METRICS = {
  time: { ...COMPOSITION_METRICS.time, label: "product time" },
  speedup: { ...COMPOSITION_METRICS.speedup, label: "speed-up over row-split on the natural order" },
  alone: COMPOSITION_METRICS.alone,
  interaction: COMPOSITION_METRICS.interaction,
  p_holm: COMPOSITION_METRICS.p_holm,
  predicted: COMPOSITION_METRICS.predicted,
  came_true: COMPOSITION_METRICS.came_true,
  tuned: { label: "group size or threshold", unit: "1", shown: false },
  ...ROUNDING_METRICS,
} as const satisfies Metrics;

/** Operands under an ordering: one copy a session. */
async function orderedOperands(lab: Lab, dataset: LoadedDataset, ordering: OrderingId): Promise<Operands> {
  const natural = await naturalOperands(lab, dataset, WIDTH);
  if (ordering === NATURAL) return natural;
  const { perm } = await keptOrdering(
    lab,
    dataset,
    ordering === "block-metis" ? blockWise(findOrdering("metis"), BLOCKS) : findOrdering(ordering),
  );
  return {
    matrix: permuteSymmetric(natural.matrix, perm),
    features: permuteFeatures(natural.features, WIDTH, perm),
    width: WIDTH,
  };
}

/** Parameters of kernels that are tuned for each ordering. */
const TRIED: readonly TriedParameter[] = [GROUP_SIZES, TILE_THRESHOLDS];

async function tuned(
  lab: Lab,
  dataset: LoadedDataset,
  { ordering, kernel }: { readonly ordering: OrderingId; readonly kernel: KernelId },
): Promise<Readonly<Record<string, number>>> {
  const tried = TRIED.find((each) => each.kernel === kernel);
  if (tried === undefined) return {};
  const { matrix, width } = await lab.once(orderedOperands, dataset, ordering);
  return { [tried.name]: await tunedParameter(lab, { matrix, width, tried }) };
}

async function trial(
  lab: Lab,
  dataset: LoadedDataset,
  _workload: Workload,
  run: string,
): Promise<Trial<typeof METRICS>> {
  const { ordering, kernel } = ALL.find((each) => runOf(each.ordering, each.kernel) === run)!;
  const operands = await lab.once(orderedOperands, dataset, ordering);
  const parameters = await lab.once(tuned, dataset, { ordering, kernel });
  const [value] = Object.values(parameters);
  const facts = value === undefined ? {} : { tuned: value };
  return spmmTrial<typeof METRICS>(lab, { ...operands, kernel, parameters, facts });
}

const label = (id: OrderingId) => id === "block-metis" ? `METIS in ${BLOCKS} blocks` : findOrdering(id).title;

const contenders: readonly CompositionContender[] = [
  ...ALL.map(({ ordering, kernel }) =>
    runContender(runOf(ordering, kernel), `${ordering}, ${kernel}`, { ordering, kernel })
  ),
  ...CHANGED_ORDERINGS.map((id) => effectContender(effectId(id), label(id))),
  ...CHANGED_KERNELS.map((id) => effectContender(effectId(id), id)),
  ...PAIRS.map(({ ordering, kernel }) =>
    effectContender(pairId(ordering, kernel), `${ordering} x ${kernel}`)
  ),
];

/** Composition of orderings with kernels in one sparse product. */
export const compositionProducts = compositionSuite<Workload, typeof METRICS>({
  contenders,
  baseline: BASE,
  contrasts: CONTRASTS,
  predictions: PREDICTIONS,
  trial,
}, {
  id: "own/composition-products",
  artifact: "Composition: products",
  title: "Do the speed-ups of orderings and kernels multiply?",
  question: "Is the speed-up of an ordering with a kernel the product of their own?",
  workloads: (profile) =>
    composedGraphs(WHOLE_GRAPHS, profile).map((graph) => ({
      ...graph,
      factors: { width: WIDTH },
    })),
  settings: {
    "design":
      `all ${ALL.length} combinations of ${ORDERINGS.length} orderings and ${KERNELS.length} kernels: no ` +
      "effect is confused with another",
    "groups": `of the fastest size here, of ${GROUP_SIZES.values.join(", ")}, for each ordering`,
    "tiles": `dense above the fastest threshold here, of ${
      TILE_THRESHOLDS.values.join(", ")
    } %, for each ordering`,
    "features": "float32, and bf16 for the kernel that is named so",
  },
  metrics: METRICS,
  plots: [
    { metric: "alone", x: "workload", logarithmic: true },
    { metric: "interaction", x: "workload", logarithmic: true },
    { metric: "time", x: "workload", logarithmic: true },
  ],
  notes: experimentNotes(
    // One line a kernel, since the reason is the kernel's.
    PREDICTIONS.filter(({ pair: [ordering] }) => ordering === "degsort" || ordering === "metis"),
  ).concat("The signs predicted for METIS are those for RCM, block-wise METIS and Rabbit order too."),
});
