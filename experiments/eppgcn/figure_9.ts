/**
 * eppgcn Figure 9: whether the gain persists on a newer card, by the number of its slots.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { pathProducts, wholeGraphProducts } from "./backward_products.ts";
import { decideUnderRates, largerThan, type Read } from "./group_claims.ts";
import {
  fittedRates,
  type GroupedProduct,
  type GroupTime,
  modelledTimes,
  P100_SLOTS,
  ratioOfTimes,
  sumOfTimes,
  timeFacts,
  V100S_SLOTS,
} from "./group_times.ts";
import { ownRegressionRule } from "./labelled_matrices.ts";
import { graphInProfile, PAPER_GRAPHS, pathsOf, scaledSlots } from "./paper_graphs.ts";
import type { TextContender, TextSuite } from "../text_suite.ts";

const LAYERS = 2;
/** Where the newer card gains more. */
const LARGEST = ["amazon0505", "web-google", "com-youtube"] as const;

const SLOTS: Readonly<Record<string, number>> = { p100: P100_SLOTS, v100s: V100S_SLOTS };
const CONTENDERS: readonly TextContender[] = [
  { id: "p100", label: `P100, ${P100_SLOTS} slots`, factors: { gpu: "Tesla P100" } },
  { id: "v100s", label: `V100S, ${V100S_SLOTS} slots`, factors: { gpu: "Tesla V100S" } },
];

async function count(lab: Lab, dataset: LoadedDataset, { id }: TextContender): Promise<readonly Fact[]> {
  const { rates } = await fittedRates(lab);
  const slots = scaledSlots(dataset, SLOTS[id]);
  const total = (products: readonly GroupedProduct[]): GroupTime =>
    sumOfTimes(products.map((product) => ({
      source: "modelled",
      ms: modelledTimes(product, { rates, slots }),
    })));
  const paths = pathsOf(dataset, { layers: LAYERS, seed: lab.seed });
  const whole = total(await wholeGraphProducts(dataset, LAYERS));
  const active = total(await pathProducts(dataset, paths, await ownRegressionRule(lab, dataset)));
  return [
    ...timeFacts("speedup", ratioOfTimes(whole, active), "x"),
    ...timeFacts("time", active),
    ...timeFacts("gnnadvisor_time", whole),
  ];
}

const speedup = (read: Read, workload: string, contender: string) => read({ workload, contender }, "speedup");

function newerCard(evidence: SuiteEvidence): ClaimPart[] {
  const gains = PAPER_GRAPHS.map(({ id, name }) =>
    decideUnderRates(
      evidence,
      (read) => largerThan(speedup(read, id, "v100s"), { low: 1, value: 1, high: 1 }, { orEven: true }),
      (read) => `${name}: ${speedup(read, id, "v100s").value.toFixed(2)} x with ${V100S_SLOTS} slots`,
    )
  );
  const grows = LARGEST.map((id) =>
    decideUnderRates(
      evidence,
      (read) => largerThan(speedup(read, id, "v100s"), speedup(read, id, "p100")),
      (read) =>
        `${id}: ${speedup(read, id, "v100s").value.toFixed(3)} x with ${V100S_SLOTS} slots, ${
          speedup(read, id, "p100").value.toFixed(3)
        } x with ${P100_SLOTS}`,
    )
  );
  return [...gains, ...grows];
}

/** The suite. */
export const figure9: TextSuite = {
  id: "eppgcn/figure-9",
  paper: "eppgcn",
  artifact: "Figure 9",
  title: "A card with more slots",
  question: "Does the speed-up of the backward aggregation persist, or grow, on a card with more slots?",
  contenders: CONTENDERS,
  baseline: "p100",
  workloads: (profile) =>
    PAPER_GRAPHS.map(({ id }) => ({ id, dataset: graphInProfile(id, profile), model: "GCN", factors: {} })),
  settings: {
    "layers": String(LAYERS),
    "training set": "10 % of the vertices, drawn uniformly",
    "time": "model M6 with the slots of either card, fewer on a stand-in by its share of the edges",
    "grouping": "GNNAdvisor: floor of the average degree; EPPGCN: own regression (Table II)",
  },
  measurement: {
    kind: "counted",
    count: (lab, dataset, _workload, contender) => count(lab, dataset, contender),
  },
  metrics: [
    {
      id: "speedup",
      label: "speed-up over GNNAdvisor",
      unit: "x",
      better: "higher",
    },
    { id: "time", label: "backward aggregation of EPPGCN", unit: "ms", better: "lower" },
    { id: "gnnadvisor_time", label: "backward aggregation of GNNAdvisor", unit: "ms", better: "lower" },
  ],
  plots: [{ metric: "speedup", x: "workload" }],
  notes: [
    "Two cards are not here, so that both are modelled, at the same rates: the model knows how many groups a card works on at " +
    "once, not its caches or clocks. What a GPU that is here measures stands under Figure 8.",
  ],
  publishedAs: (_workload, contender, metric) =>
    metric === "speedup" && contender.id === "v100s"
      ? {
        ...{ metric: "backward_aggregation_speedup", dataset: "8 graphs", system: "EPPGCN vs GNNAdvisor" },
        config: { ...contender.factors },
      }
      : undefined,
  claims: [{ claimId: "eppgcn.q.v100s", decide: newerCard }],
};
