/**
 * Systems of roc Figure 4, which train on one GPU, and the trainings that they are given.
 *
 * @module
 */
import type { SparseCopy, StoragePolicy } from "../../../training/program/memory_ledger.ts";
import type { Contender, Workload } from "../../cell.ts";
import { peerContenders, TRAINING_PEERS } from "../../peers/peers.ts";
import type { ManagedModel } from "./managed_graphs.ts";

/** Id of ROC. */
export const ROC = "roc";

/** A framework that keeps all data on the GPU, or ROC. */
export interface TrainingSystem extends Contender {
  /** Aggregation kernel and storage of a framework; absent for ROC, whose data is in host memory. */
  readonly framework?: { readonly kernel: string; readonly storage: StoragePolicy };
  /** Worker of a framework that runs itself; such a framework has no storage that the ledger knows. */
  readonly peer?: string;
}

const INT64 = 8, FLOAT32 = 4;
const indexed = (format: "csr" | "csc"): SparseCopy => ({ format, indexBytes: INT64, entryBytes: INT64 });
/** Autograd keeps saved activations to the end of a step. */
const AUTOGRAD = { keepActivations: true, separateEpilogues: true } as const;

/** Policies of the frameworks, each as the framework stores and aggregates. */
export const FRAMEWORKS: readonly TrainingSystem[] = [
  {
    id: "policy:tensorflow",
    label: "policy of TensorFlow",
    framework: {
      kernel: "row-split-scalar",
      storage: {
        ...AUTOGRAD,
        sparseCopies: () => [{ format: "coo", indexBytes: INT64, entryBytes: FLOAT32 }],
      },
    },
  },
  {
    id: "policy:dgl",
    label: "policy of DGL",
    framework: {
      kernel: "row-split",
      storage: {
        ...AUTOGRAD,
        sparseCopies: () => [
          { format: "coo", indexBytes: INT64, entryBytes: 0 },
          indexed("csc"),
          indexed("csr"),
        ],
      },
    },
  },
  {
    id: "policy:pyg",
    label: "policy of PyG",
    framework: {
      kernel: "naive-rmw",
      storage: {
        ...AUTOGRAD,
        sparseCopies: () => [{ format: "coo", indexBytes: INT64, entryBytes: FLOAT32 }],
        // Messages: a row an entry, gathered before they are summed.
        spmmWorkspace: ({ matrix: { nnz }, out }) => FLOAT32 * nnz * out.cols,
      },
    },
  },
];

/** Frameworks that run themselves, where they are set up; their layers are those of a GCN. */
export const REAL: readonly TrainingSystem[] = peerContenders(
  TRAINING_PEERS.filter(({ id }) => id === "dgl" || id === "pyg"),
).map((each) => ({ ...each, ...each.factors }));

/** A graph that is trained on. */
export type GraphId = "pubmed" | "reddit";

/** A graph and the model that trains on it. */
export interface TrainingWorkload extends Workload {
  readonly graph: GraphId;
  readonly model: ManagedModel;
  /** Columns of the hidden layers. */
  readonly factors: { readonly hidden: number };
}

/** Id of the workload of a graph and a model. */
export const modelWorkload = (graph: GraphId, model: ManagedModel): string => `${graph}:${model}`;
