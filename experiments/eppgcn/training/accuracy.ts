/**
 * eppgcn Section 6.4: accuracy of full-batch training on the citation graphs, in Kipf and Welling's setting.
 *
 * @module
 */
import type { Contender, Workload } from "../../cell.ts";
import type { Suite } from "../../suite.ts";
import {
  ACCURACY_METRICS,
  CONTENDER,
  KIPF_WELLING,
  measureAccuracy,
  SEEDS,
  SEEDS_SOFTWARE,
  SMOKE_EPOCHS,
} from "./citation_trainings.ts";

/** A citation graph. */
interface CitationGraph extends Workload {
  /** Name in the paper. */
  readonly name: string;
}

const GRAPHS: readonly CitationGraph[] = [
  { id: "cora", dataset: "cora", name: "Cora", model: "GCN", factors: {} },
  { id: "citeseer", dataset: "citeseer", name: "Citeseer", model: "GCN", factors: {} },
  { id: "pubmed", dataset: "pubmed", name: "Pubmed", model: "GCN", factors: {} },
];

const { hidden, dropout, weightDecay, epochs } = KIPF_WELLING;

/** Test accuracy of full-batch training over several seeds. */
export const accuracy: Suite<CitationGraph, Contender, typeof ACCURACY_METRICS> = {
  id: "eppgcn/accuracy",
  artifact: "Section 6.4",
  title: "Accuracy on the citation graphs",
  onlyWhenNamed: true,
  group: "accuracy",
  question: "Does training on this project's kernels reach the accuracy that the original GCN is known for?",
  contenders: [{ id: CONTENDER, label: "GCN" }],
  baseline: CONTENDER,
  workloads: () => GRAPHS,
  settings: {
    "model": `2-layer GCN, ${hidden} hidden units, dropout ${dropout}, no bias`,
    "optimizer": `Adam, learning rate 0.01, weight decay ${weightDecay} on the first layer`,
    "training": `${epochs} epochs (${SMOKE_EPOCHS} in the smoke profile), no early stopping`,
    "split": "the publisher's: 20 vertices a class to train on, 1,000 to test",
    "seeds": `${SEEDS}, each with weights and masks of its own (${SEEDS_SOFTWARE} on a software adapter)`,
  },
  measurement: { kind: "joint", measure: measureAccuracy },
  metrics: ACCURACY_METRICS,
  plots: [{ metric: "test_accuracy", x: "workload" }],
  notes: [
    "Kipf and Welling stop after 10 epochs without a better validation loss; here every training runs all epochs.",
    "Runs on the real graphs only: on a stand-in, with planted labels and random features, an accuracy says nothing about " +
    "the printed number.",
  ],
  publishedAs: ({ name }, _contender, metric) =>
    metric === "mean_accuracy"
      ? { metric: "test_accuracy", dataset: name, model: "GCN", system: "EPPGCN" }
      : undefined,
  claims: [],
};
