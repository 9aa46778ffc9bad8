/**
 * Operation graph of a training step for roc's memory manager: operations that read and write tensors, and
 * the tensors' sizes.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { plural } from "../../platform/text/plural.ts";

/** Dense tensor or sparse matrix that lies in host memory and may be cached on a device. */
export interface GraphTensor {
  /** Name of the tensor; LRU touches the tensors of an operation in the order of names. */
  readonly name: string;
  /** Bytes on the device, which a load copies. */
  readonly bytes: number;
}

/**
 * Indivisible operation of the memory manager. All its operands and results are on the device while it runs.
 */
export interface GraphOperation {
  /** Name of the operation. */
  readonly name: string;
  /** IN: places in {@linkcode OperationGraph.tensors}, each once. */
  readonly reads: readonly number[];
  /** OUT: places in {@linkcode OperationGraph.tensors}; no other operation writes these. */
  readonly writes: readonly number[];
  /** Bytes that the operation needs beside its tensors; 0 by default. */
  readonly workspaceBytes?: number;
}

/** Operations of a step in an executable order, and their tensors. */
export interface OperationGraph {
  /** Tensors and matrices. */
  readonly tensors: readonly GraphTensor[];
  /** Operations, each after those that write its operands. */
  readonly operations: readonly GraphOperation[];
}

/** Operation that names its tensors. */
export interface NamedOperation extends Pick<GraphOperation, "name" | "workspaceBytes"> {
  /** IN: names of tensors. */
  readonly reads: readonly string[];
  /** OUT: names of tensors. */
  readonly writes: readonly string[];
}

/**
 * Builds a graph from named tensors and operations.
 *
 * @param bytes Size of each tensor, by its name.
 * @throws {UsageError} for an invalid size, a tensor without one, or operations that
 * {@linkcode assertOperationGraph} rejects.
 * @example
 * ```ts
 * import { operationGraph } from "gnn-repro/training";
 * const graph = operationGraph({ x: 8, w: 4, y: 8 }, [{ name: "linear", reads: ["x", "w"], writes: ["y"] }]);
 * if (graph.operations[0].reads.join() !== "0,1") throw new Error("places of x and w");
 * ```
 */
export function operationGraph(
  bytes: Readonly<Record<string, number>>,
  operations: readonly NamedOperation[],
): OperationGraph {
  const tensors = Object.entries(bytes).map(([name, bytes]) => ({ name, bytes }));
  const places = new Map(tensors.map(({ name }, place) => [name, place]));
  const placesOf = (operation: string, names: readonly string[]) =>
    names.map((name) =>
      places.get(name) ?? refuse(operation, `"${name}", which has no size`, "a size of each tensor")
    );
  return assertOperationGraph({
    tensors,
    operations: operations.map(({ name, reads, writes, ...rest }) => ({
      name,
      reads: placesOf(name, reads),
      writes: placesOf(name, writes),
      ...rest,
    })),
  });
}

/**
 * Checks the preconditions of the policies; returns its argument.
 *
 * @throws {UsageError} where a size is negative or not a number, a tensor is listed twice, written twice, or
 * read before it is written.
 */
export function assertOperationGraph(graph: OperationGraph): OperationGraph {
  const { tensors, operations } = graph;
  for (const { name, bytes } of tensors) requireBytes(name, bytes);
  const written = new Set<number>(), read = new Set<number>();
  for (const { name, reads, writes, workspaceBytes = 0 } of operations) {
    requireBytes(name, workspaceBytes);
    const own = [...reads, ...writes];
    for (const place of own) {
      if (tensors[place] === undefined) {
        refuse(name, `tensor ${place} of ${tensors.length}`, "one that there is");
      }
    }
    if (new Set(own).size < own.length) refuse(name, "a tensor twice", "each tensor once, read or written");
    for (const place of writes) {
      if (written.has(place)) {
        refuse(name, `"${tensors[place].name}", written twice`, "one operation that writes it");
      }
      if (read.has(place)) {
        refuse(
          name,
          `"${tensors[place].name}", which an operation before reads`,
          "an order in which they can run",
        );
      }
      written.add(place);
    }
    for (const place of reads) read.add(place);
  }
  return graph;
}

/** Bytes on the device during an operation: IN, OUT and workspace. */
export function bytesDuring(
  { reads, writes, workspaceBytes = 0 }: GraphOperation,
  tensors: readonly GraphTensor[],
): number {
  return workspaceBytes + sumOf([...reads, ...writes], (place) => tensors[place].bytes);
}

/** Bytes of the operation that needs most: the least capacity, whatever the policy; 0 without operations. */
export function neededBytes({ tensors, operations }: OperationGraph): number {
  return Math.max(0, ...operations.map((operation) => bytesDuring(operation, tensors)));
}

function requireBytes(name: string, bytes: number): void {
  if (bytes >= 0 && bytes < Infinity) return;
  refuse(name, plural(bytes, "byte"), "a number from 0");
}

function refuse(name: string, current: string, wanted: string): never {
  throw new UsageError({
    action: `make an operation graph with "${name}"`,
    current,
    wanted,
    next: "correct the operations or the sizes of their tensors",
  });
}
