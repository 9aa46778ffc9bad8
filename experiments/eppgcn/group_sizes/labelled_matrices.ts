/**
 * Matrices whose best group size is known by enumeration, which Table II correlates and the regression is
 * fitted to. R-MAT graphs and their execution paths, none of the paper's graphs, so that those are left to
 * try the regression on.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { rmat } from "../../../datasets/generators/rmat.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { degrees } from "../../../graph/degrees.ts";
import { executionPaths } from "../../../graph/execution_paths.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import {
  fastestGroupSize,
  fitGroupSizeRegression,
  graphFeatures,
  type GroupSizeRegression,
  type GroupSizeRule,
  type LabelledFeatures,
} from "../../../kernels/spmm/group_size/mod.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { type Lab, NO_DATASET } from "../../lab.ts";
import { groupTimes, typicalMs } from "./group_times.ts";
import { type GroupedProduct, measuresGroups } from "../grouped_product.ts";
import { fittedRates, modelledTimes, P100_SLOTS } from "./grouping_rates.ts";
import { originalScale } from "../scaled_slots.ts";
import { RATE_CHANGES } from "./rate_changes.ts";
import { scaledRegressionRule } from "./scaled_regression.ts";
import { drawTrainingSet, TRAINING_PERCENT } from "../drawn_paths.ts";

/** Sizes that enumeration tries: every size would tell little more, since times are flat about the best. */
export const ENUMERATED = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512] as const;

/** Vertices of the graphs that are labelled: the range of the paper's eight. */
const VERTICES = [2 ** 10, 2 ** 12, 2 ** 14, 2 ** 16, 2 ** 18, 2 ** 20] as const;
/**
 * Vertices of the graphs that a card measures within minutes: the lower part of that range, in steps of two,
 * so that the graphs are as many as a fit needs.
 */
const QUICK_VERTICES = [2 ** 10, 2 ** 11, 2 ** 12, 2 ** 13, 2 ** 14, 2 ** 15, 2 ** 16] as const;

/** One size of the graphs that are labelled. */
export interface DrawnSize {
  /** Vertices that are drawn. */
  readonly vertices: number;
  /** Vertices of the graph that these are a part of over those drawn. */
  readonly scale: number;
}

/**
 * Sizes of the graphs. A card runs whole ones. For the model a part of a larger graph is drawn, on the same
 * part of the slots.
 */
export function drawnSizes(
  { device, profile: { id } }: Pick<Lab, "device" | "profile">,
): readonly DrawnSize[] {
  if (measuresGroups(device) && id !== "smoke") {
    return (id === "paper" ? VERTICES : QUICK_VERTICES).map((vertices) => ({ vertices, scale: 1 }));
  }
  const most = id === "smoke" ? 2 ** 11 : 2 ** 12;
  return VERTICES.map((whole) => {
    const vertices = Math.min(whole, most);
    return { vertices, scale: whole / vertices };
  });
}

/** Edges a vertex, each counted once: the range of the paper's eight, 1.4 to 23.6. */
const DEGREES = [1, 2, 3, 4, 8, 16, 24] as const;
const WIDTHS = [16, 128] as const;

/**
 * The changes of the rates in units of the neighbour's: a common factor moves no minimum, and a neighbour
 * twice as dear is then scheduled like a group half as dear.
 */
const RELATIVE_CHANGES = RATE_CHANGES.map(({ id, group, neighbor, atomic }) => ({
  id,
  group: group / neighbor,
  neighbor: 1,
  atomic: atomic / neighbor,
}));

/** Matrices with the best group size of each. */
export interface LabelledMatrices {
  /** Samples under each of {@link RATE_CHANGES}, in the same order; one set only where times are measured. */
  readonly byChange: readonly (readonly LabelledFeatures[])[];
  /** Source of the times. */
  readonly source: "measured" | "modelled";
  /** Graphs that were drawn; matrices are these and their paths. */
  readonly graphs: number;
  /** Samples whose best size is the largest that was tried, although their longest row is longer. */
  readonly cutOff: number;
}

/** Every R-MAT graph of so many vertices, with self-loops, and its two paths. */
export function* matrices(
  { seed }: Pick<Lab, "seed">,
  { vertices }: Pick<DrawnSize, "vertices">,
): Generator<CsrMatrix> {
  for (const degree of DEGREES) {
    const matrix = gcnNormalise(rmat({ vertices, edges: vertices * degree }, seed));
    yield matrix;
    const training = drawTrainingSet(vertices, TRAINING_PERCENT, seed);
    for (const path of executionPaths(matrix, training, { layers: 2, transpose: matrix })) yield path.matrix;
  }
}

/**
 * Times of each product: one where they are measured; else one for each of {@link RELATIVE_CHANGES}, in its
 * unit.
 */
async function comparableTimes(
  lab: Lab,
  products: readonly GroupedProduct[],
  slots: number,
): Promise<readonly (readonly number[])[]> {
  if (measuresGroups(lab.device)) {
    // One set of operands, shared by all sizes: the card's cache holds a layer's features where they fit.
    const sharing = { ...lab, profile: { ...lab.profile, operandSets: 1 } };
    return (await groupTimes(sharing, products, { slots, decides: false })).map((time) => [typicalMs(time)]);
  }
  const { rates } = await fittedRates(lab);
  return products.map((product) => modelledTimes(product, { rates, slots, changes: RELATIVE_CHANGES }));
}

function longestRow(matrix: CsrMatrix): number {
  return degrees(matrix).reduce((most, degree) => Math.max(most, degree), 0);
}

/**
 * The sizes up to the first that holds the longest row: any larger one gives the same groups. A card runs
 * the powers of two among them, which is a matter of minutes.
 */
export function distinctSizes({ device }: Pick<Lab, "device">, longest: number): readonly number[] {
  const tried = measuresGroups(device)
    ? ENUMERATED.filter((size) => Number.isInteger(Math.log2(size)))
    : ENUMERATED;
  return tried.filter((_, i) => i === 0 || tried[i - 1] < longest);
}

/** Widths of the features of a matrix: on a card one of them, by turns. */
function widthsOf({ device }: Pick<Lab, "device">, turn: number): readonly number[] {
  return measuresGroups(device) ? [WIDTHS[turn % WIDTHS.length]] : WIDTHS;
}

/** Labels of the graphs of one size. */
type LabelledSize = Pick<LabelledMatrices, "byChange" | "cutOff">;

async function labelSize(lab: Lab, _dataset: LoadedDataset, size: DrawnSize): Promise<LabelledSize> {
  const { vertices, scale } = size;
  const sets = measuresGroups(lab.device) ? 1 : RATE_CHANGES.length;
  const byChange: LabelledFeatures[][] = Array.from({ length: sets }, () => []);
  let cutOff = 0, turn = Math.log2(vertices);
  for (const matrix of matrices(lab, size)) {
    const longest = longestRow(matrix), sizes = distinctSizes(lab, longest);
    for (const width of widthsOf(lab, turn++)) {
      const drawn = graphFeatures(matrix, width);
      const features = { ...drawn, vertices: scale * drawn.vertices, edges: scale * drawn.edges };
      const products = sizes.map((groupSize) => ({ matrix, width, groupSize }));
      const times = await comparableTimes(lab, products, P100_SLOTS / scale);
      byChange.forEach((samples, change) => {
        const curve = times.map((time, i) => ({ groupSize: sizes[i], seconds: time[change] }));
        const best = fastestGroupSize(curve).groupSize;
        samples.push({ features, best });
        if (change === 0 && best === ENUMERATED.at(-1) && longest > best) cutOff++;
      });
    }
  }
  return { byChange, cutOff };
}

/**
 * Labels of this device, computed once a session, one size of graphs after another: a comparison that is
 * ended within them leaves those of the sizes before to the next.
 */
export async function labelledMatrices(lab: Lab): Promise<LabelledMatrices> {
  lab.say("labelling matrices by enumeration");
  const parts: LabelledSize[] = [], sizes = drawnSizes(lab);
  for (const size of sizes) {
    parts.push(await lab.kept("eppgcn/labelled-matrices", labelSize, NO_DATASET, size));
  }
  return {
    byChange: parts[0].byChange.map((_, change) => parts.flatMap(({ byChange }) => byChange[change])),
    source: measuresGroups(lab.device) ? "measured" : "modelled",
    graphs: sizes.length * DEGREES.length,
    cutOff: sumOf(parts, ({ cutOff }) => cutOff),
  };
}

/** Equation 3 fitted anew to this device. */
export async function ownRegression(lab: Lab): Promise<GroupSizeRegression> {
  return fitGroupSizeRegression((await labelledMatrices(lab)).byChange[0]);
}

/** The fitted regression as a rule for a dataset, or for the larger graph that it stands for. */
export async function ownRegressionRule(lab: Lab, dataset: LoadedDataset): Promise<GroupSizeRule> {
  const { coefficients } = await ownRegression(lab);
  return scaledRegressionRule(coefficients, originalScale(dataset), {
    id: "regression",
    origin: "eppgcn, Section 5, fitted to this device",
  });
}
