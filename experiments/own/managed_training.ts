/**
 * Training a model that the device does not hold, a suite of our own: refused with all of it on the device,
 * and the same training bit by bit with roc's memory manager, whichever way tensors are cached.
 *
 * @module
 */
import type { Contender, Workload } from "../cell.ts";
import type { Profile } from "../profiles.ts";
import type { Suite } from "../suite.ts";
import { CACHING_POLICIES } from "../trials/caching_policies.ts";
import {
  DROPOUT,
  LAYERS,
  MANAGED_METRICS,
  measureManaged,
  OWN_SHARE,
  UNCAPPED,
  WHOLE,
} from "./managed_epochs.ts";

/**
 * A graph of many entries, and one of many vertices; scales at which no single operation takes 64 MiB, but
 * for `paper`.
 */
const GRAPHS = {
  reddit: { width: 602, hidden: 256, classes: 41, scales: { smoke: 2048, standard: 48, paper: 8 } },
  twitter: { width: 128, hidden: 64, classes: 16, scales: { smoke: 512, standard: 3, paper: 1 } },
} as const;

type GraphId = keyof typeof GRAPHS;

const datasetOf = ({ id }: Profile, graph: GraphId) => `${graph}@1/${GRAPHS[graph].scales[id]}`;

/** Trainings of models that the device does not hold, against the same on a device without a cap. */
export const managedTrainingSuite: Suite<Workload, Contender, typeof MANAGED_METRICS> = {
  id: "own/managed-training",
  artifact: "Managed training",
  title: "Models that the device does not hold",
  question:
    "Does a model train on a device that does not hold it, to the same losses, and what does it cost?",
  contenders: [
    { id: UNCAPPED, label: "all on a device without a cap" },
    { id: WHOLE, label: "all on the capped device" },
    ...CACHING_POLICIES,
  ],
  baseline: UNCAPPED,
  workloads: (profile) =>
    (Object.keys(GRAPHS) as GraphId[]).map((graph) => ({
      id: graph,
      dataset: datasetOf(profile, graph),
      model: "GCN",
      factors: { width: GRAPHS[graph].width, hidden: GRAPHS[graph].hidden },
    })),
  settings: {
    "model": `${LAYERS}-layer GCN, dropout ${DROPOUT}; Adam; random features and labels`,
    "cap": `--device-memory, else ${OWN_SHARE} of what the model takes`,
    "sample": "an epoch of each contender in each round, in a random order, after one that warms up",
  },
  measurement: {
    kind: "joint",
    measure: (lab, dataset, { id: graph }, contenders) =>
      measureManaged(lab, dataset, GRAPHS[graph as GraphId], contenders),
  },
  metrics: MANAGED_METRICS,
  plots: [{ metric: "epoch_time", x: "workload" }, { metric: "loaded", x: "workload" }],
  notes: [
    "Each contender trains on a device of its own beside the session's, of the same processor. Where the session's device holds all of " +
    `the model, the cap is ${OWN_SHARE} of what that takes.`,
    "A row of a managed training says that its losses were those of the uncapped one in every epoch, bit by bit, that in all epochs " +
    "together it loaded the bytes of its plan, and that its device never held more than the cap; else the row has failed.",
    "What is loaded goes from host memory to the device; results go back beside it, and are not counted. On CPU threads both are " +
    "copies within one RAM.",
  ],
  claims: [],
};
