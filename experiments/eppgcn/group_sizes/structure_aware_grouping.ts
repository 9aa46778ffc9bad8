/**
 * Backward aggregation on execution paths with group sizes by rule: what the rules choose, how long they
 * take, and how long the products then take.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { ExecutionPath } from "../../../graph/execution_paths.ts";
import { takeTurns, type Turn } from "../../../hardware/measuring/turn_loop.ts";
import { WrongResultError } from "../../../platform/errors.ts";
import { GROUP_SIZE_CLASSES } from "../../../training/models/group_size_classifier.ts";
import type { Contender } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { CheckedTimes, Metrics } from "../../metrics.ts";
import { aggregationTrial, groupedAggregation } from "../aggregation_trial.ts";
import { pathProducts, wholeGraphProducts } from "../backward_products.ts";
import { checkChoice, type RightSizes } from "./choice_check.ts";
import { classifiedProducts } from "./classified_paths.ts";
import {
  groupTimes,
  measuredTimes,
  modelledFacts,
  ratioFacts,
  ratioOfTimes,
  sumOfTimes,
} from "./group_times.ts";
import { FLOAT_ATOMICS, type GroupedProduct, type GroupedProductKernel } from "../grouped_product.ts";
import { P100_SLOTS } from "./grouping_rates.ts";
import { labelledMatrices } from "./labelled_matrices.ts";
import { type CheckableRule, GROUPING_RULES, type RuleId } from "./grouping_rules.ts";
import type { GraphWorkload } from "../paper_graphs.ts";
import { underRates } from "./rate_changes.ts";
import { aggregationMatrix, pathsOf, TRAINING_PERCENT } from "../drawn_paths.ts";
import { scaledSlots } from "../scaled_slots.ts";

/** Layers of the model. */
export const LAYERS = 2;

/** Ids of the contenders. */
export const CONSTANT = "constant",
  REGRESSION = "regression",
  INTEGER_REGRESSION = "regression-integer",
  CLASSIFIER = "classifier",
  ORACLE = "oracle",
  GNNADVISOR = "gnnadvisor";

/** A system that multiplies by neighbour groups. */
export interface Grouping extends Contender {
  readonly factors: { readonly grouping: string; readonly kernel?: GroupedProductKernel };
  /** Rule of the group sizes on paths; absent for the classifier and for the whole graph. */
  readonly rule?: RuleId;
  /** Kernel in place of the paper's float atomics. */
  readonly kernel?: GroupedProductKernel;
  /** The one graph of which the text prints what the grouping gains. */
  readonly printedOn?: string;
}

/** Metrics of a grouping, in the order of the tables. */
export const METRICS = {
  ...underRates({
    time_over_default: { label: "time over groups of 32", unit: "x", better: "lower" },
    speedup_over_gnnadvisor: { label: "speed-up over GNNAdvisor", unit: "x", better: "higher" },
    time: { label: "backward aggregation", unit: "ms", better: "lower" },
  }),
  group_size_layer_1: { label: "group size of layer 1", unit: "neighbours" },
  group_size_layer_0: { label: "group size of layer 0", unit: "neighbours" },
  choose_time: { label: "time to choose the group sizes", unit: "ms", better: "lower" },
  choose_share: { label: "of the pre-processing, to choose them", unit: "%" },
  fit_graphs: { label: "graphs that the regression is fitted to", unit: "count", shown: false },
} as const satisfies Metrics;

/** Products of a grouping with the sizes that it has chosen. */
interface Choice {
  readonly products: readonly GroupedProduct[];
  /** Time of choosing; absent where nothing is chosen. */
  readonly choosing?: CheckedTimes;
}

/**
 * Chooses sizes by a rule and times the choice.
 *
 * @throws {WrongResultError} where a size is not right by the definition of the rule.
 */
async function chooseByRule(
  dataset: LoadedDataset,
  paths: readonly ExecutionPath[],
  { rule: { rule, right }, kernel }: { readonly rule: CheckableRule } & Pick<Grouping, "kernel">,
): Promise<Choice> {
  const started = performance.now();
  const chosen = await pathProducts(dataset, paths, rule);
  const ms = performance.now() - started;
  const products = kernel === undefined ? chosen : chosen.map((product) => ({ ...product, kernel }));
  return provenChoice(products, { ms, right: products.map(right), by: rule.id });
}

/** Classifies the paths, or takes sizes and time from an earlier run that has. */
async function chooseByClassifier(
  lab: Lab,
  dataset: LoadedDataset,
  { paths, slots }: { readonly paths: readonly ExecutionPath[]; readonly slots: number },
): Promise<Choice> {
  const drawn = { seed: lab.seed, percent: TRAINING_PERCENT };
  const { products, chooseMs } = await classifiedProducts(lab, dataset, { paths, slots, drawn });
  const right = paths.map(() => ({ least: 1, most: GROUP_SIZE_CLASSES }));
  return provenChoice(products, { ms: chooseMs, right, by: CLASSIFIER });
}

function provenChoice(
  products: readonly GroupedProduct[],
  { ms, right, by }: { readonly ms: number; readonly right: readonly RightSizes[]; readonly by: string },
): Choice {
  const check = checkChoice(products.map(({ groupSize }) => groupSize), right);
  if (!check.ok) {
    const { row, got, wanted } = check.worst!;
    throw new WrongResultError({
      action: `choose group sizes by "${by}"`,
      current: `${got} for path ${row}`,
      wanted: `${wanted}, as the rule is defined`,
      next: "compare the rule with its definition",
    });
  }
  return { products, choosing: { ms: [ms], check, timer: "wall", waits: 0 } };
}

/** Milliseconds to bring products to the device in groups of their sizes. */
async function groupingMs(lab: Lab, products: readonly GroupedProduct[]): Promise<number> {
  const grouped = products.map((product) => groupedAggregation(lab, product, FLOAT_ATOMICS));
  const { prepareMs, destroy } = await aggregationTrial(lab, grouped).prepare();
  destroy();
  return prepareMs;
}

/**
 * Chooses sizes for the groupings that were asked for, and times or models their products and those of
 * GNNAdvisor.
 */
export async function measureGroupings(
  lab: Lab,
  dataset: LoadedDataset,
  _workload: GraphWorkload,
  groupings: readonly Grouping[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const slots = scaledSlots(dataset, P100_SLOTS);
  // The paths begin where the weights of the edges are known.
  await aggregationMatrix(lab, dataset);
  const building = performance.now();
  const paths = await pathsOf(lab, dataset, { layers: LAYERS });
  const pathMs = performance.now() - building;

  const turns: Turn<Choice>[] = [];
  for (const { id, rule: ruleId, kernel } of groupings) {
    if (ruleId !== undefined) {
      const rule = await GROUPING_RULES[ruleId](lab, dataset);
      const by = kernel === undefined ? { rule } : { rule, kernel };
      turns.push({ id, take: () => chooseByRule(dataset, paths, by) });
    } else if (id === CLASSIFIER) {
      turns.push({ id, take: () => chooseByClassifier(lab, dataset, { paths, slots }) });
    }
  }
  const chosen = await takeTurns(turns, { rounds: 1, seed: lab.seed, signal: lab.signal });
  const choices = new Map<string, Choice>([
    ...turns.filter(({ id }) => chosen.failure(id) === undefined).map(({ id }) =>
      [id, chosen.of(id)[0]] as const
    ),
    [GNNADVISOR, { products: await wholeGraphProducts(lab, dataset, LAYERS) }],
  ]);

  const all = [...choices.values()].flatMap(({ products }) => products);
  const times = await groupTimes(lab, all, { slots });
  const sums = new Map(
    [...choices.keys()].map((id, i) => [id, sumOfTimes(times.slice(i * LAYERS, (i + 1) * LAYERS))]),
  );
  const fitGraphs = choices.has(REGRESSION) ? (await labelledMatrices(lab)).graphs : 0;
  const classified = choices.get(CLASSIFIER);
  const restMs = classified === undefined ? 0 : pathMs + await groupingMs(lab, classified.products);
  /** Time of a grouping, or the error that kept it from choosing. */
  const timeOf = (id: string) => {
    if (chosen.failure(id) !== undefined) throw chosen.failure(id);
    return sums.get(id)!;
  };
  return (id) => {
    const time = timeOf(id), { products, choosing } = choices.get(id)!;
    return {
      times: { ...measuredTimes({ time }), ...(choosing && { choose_time: choosing }) },
      facts: {
        ...modelledFacts({ time }),
        ...ratioFacts({
          time_over_default: ratioOfTimes(time, timeOf(CONSTANT)),
          speedup_over_gnnadvisor: ratioOfTimes(timeOf(GNNADVISOR), time),
        }),
        group_size_layer_1: products[0].groupSize,
        group_size_layer_0: products[1].groupSize,
        ...(id === REGRESSION && { fit_graphs: fitGraphs }),
        ...(id === CLASSIFIER && {
          choose_share: 100 * choosing!.ms[0] / (choosing!.ms[0] + restMs),
        }),
      },
    };
  };
}
