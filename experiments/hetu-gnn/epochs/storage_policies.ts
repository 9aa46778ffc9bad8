/**
 * Policies of systems to store what an epoch needs: this harness's own, and two that follow the documentation
 * of other systems.
 *
 * @module
 */
import type { SparseCopy, StoragePolicy } from "../../../training/program/memory_ledger.ts";
import type { Contender } from "../../cell.ts";

const INT32 = 4, INT64 = 8, FLOAT32 = 4;

/** Policy of a system to store what an epoch needs. */
export interface StoredContender extends Contender {
  /** Formats and lifetimes of what it stores; those of this harness when empty. */
  readonly policy: StoragePolicy;
  /** It multiplies by the weights first, whatever is cheaper. */
  readonly order?: "transform-first";
  /** Entries of the adjacency have no values: the normalisation is done to the features. */
  readonly unweighted?: true;
}

/** An index and an edge id an entry. */
const dglCopy = (format: "csr" | "csc"): SparseCopy => ({ format, indexBytes: INT64, entryBytes: INT64 });

/** This harness and two policies. */
export const STORAGE_POLICIES: readonly StoredContender[] = [
  { id: "own", label: "this harness", policy: {} },
  {
    id: "policy:pytorch",
    label: "policy of PyTorch",
    order: "transform-first",
    policy: {
      sparseCopies: () => [{ format: "coo", indexBytes: INT64, entryBytes: FLOAT32 }],
      keepActivations: true,
      separateEpilogues: true,
      spmmWorkspace: ({ matrix: { rows, nnz }, pass }) => {
        const csr = INT32 * (rows + 1 + nnz);
        return csr + (pass === "backward" ? (2 * INT64 + FLOAT32) * nnz : 0);
      },
    },
  },
  {
    id: "policy:dgl",
    label: "policy of DGL",
    order: "transform-first",
    unweighted: true,
    policy: {
      sparseCopies: () => [
        { format: "coo", indexBytes: INT64, entryBytes: 0 },
        dglCopy("csc"),
        dglCopy("csr"),
      ],
      keepActivations: true,
      separateEpilogues: true,
    },
  },
];
