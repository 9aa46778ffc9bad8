/**
 * Random operation graphs for property tests: chains with side branches, sinks, and tensors that are read
 * again much later.
 *
 * @module
 */
import fc from "fast-check";
import {
  assertOperationGraph,
  type GraphOperation,
  type GraphTensor,
  type OperationGraph,
} from "../../../training/memory_manager/operation_graph.ts";

/**
 * Graphs of up to `operations` operations, most of which read the result of the previous one; sizes repeat,
 * and some are 0.
 */
export function anyGraph({ operations }: { readonly operations: number }): fc.Arbitrary<OperationGraph> {
  const operation = fc.record({
    follows: fc.constantFrom(true, true, true, false),
    reads: fc.array(fc.nat(1000), { maxLength: 2, size: "max" }),
    writes: fc.array(fc.nat(9), { maxLength: 2 }),
    workspaceBytes: fc.constantFrom(0, 0, 0, 2),
  });
  return fc.record({
    inputs: fc.array(fc.nat(9), { minLength: 1, maxLength: 4, size: "max" }),
    operations: fc.array(operation, { minLength: 1, maxLength: operations, size: "max" }),
  }).map(({ inputs, operations }) => {
    const tensors: GraphTensor[] = inputs.map((bytes, i) => ({ name: `x${i}`, bytes }));
    const made = operations.map(({ follows, reads, writes, workspaceBytes }, o): GraphOperation => {
      const places = new Set(reads.map((choice) => choice % tensors.length));
      if (follows) places.add(tensors.length - 1);
      const first = tensors.length;
      writes.forEach((bytes, i) => tensors.push({ name: `t${o}.${i}`, bytes }));
      return { name: `o${o}`, reads: [...places], writes: writes.map((_, i) => first + i), workspaceBytes };
    });
    return assertOperationGraph({ tensors, operations: made });
  });
}

/** Capacities at which plans can change, and one above all. */
export function capacitiesOf({ tensors }: OperationGraph): number[] {
  const total = tensors.reduce((sum, { bytes }) => sum + bytes, 4);
  return Array.from({ length: total + 1 }, (_, capacity) => capacity);
}
