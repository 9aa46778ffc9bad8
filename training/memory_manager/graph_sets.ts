/**
 * Sets of an operation graph: reads, writes and predecessors of each operation. A set of operations or
 * tensors is a bigint with the bit of each member.
 *
 * @module
 */
import { sumOf } from "../../platform/lists/sum_of.ts";
import { bytesDuring, type OperationGraph } from "./operation_graph.ts";

/** Members of a set, ascending. */
export function membersOf(set: bigint): number[] {
  const members: number[] = [];
  for (let member = 0; set > 0n; member++, set >>= 1n) {
    if ((set & 1n) === 1n) members.push(member);
  }
  return members;
}

/** Set of the given members. */
export function setOf(members: Iterable<number>): bigint {
  let set = 0n;
  for (const member of members) set |= 1n << BigInt(member);
  return set;
}

/** Sets of a graph, and the sizes of its tensors. */
export class GraphSets {
  /** IN of each operation, as tensors. */
  readonly reads: readonly bigint[];
  /** OUT of each operation, as tensors. */
  readonly writes: readonly bigint[];
  /** Operations that write an operand of each operation. */
  readonly predecessors: readonly bigint[];
  /** Operations that each operation depends on, directly or not. */
  readonly ancestors: readonly bigint[];
  /** Set of all operations. */
  readonly all: bigint;
  /** Bytes on the device during each operation: IN, OUT and workspace. */
  readonly needed: readonly number[];

  /** Computes the sets of a valid graph. */
  constructor(
    /** The graph. */
    readonly graph: OperationGraph,
  ) {
    const { operations } = graph;
    this.reads = operations.map(({ reads }) => setOf(reads));
    this.writes = operations.map(({ writes }) => setOf(writes));
    this.predecessors = this.reads.map((reads) =>
      setOf([...this.writes.keys()].filter((writer) => (this.writes[writer] & reads) !== 0n))
    );
    const ancestors: bigint[] = [];
    for (const direct of this.predecessors) {
      // The direct predecessors come earlier in the order, so their ancestors are known.
      ancestors.push(membersOf(direct).reduce((set, operation) => set | ancestors[operation], direct));
    }
    this.ancestors = ancestors;
    this.all = setOf(operations.keys());
    this.needed = operations.map((operation) => bytesDuring(operation, graph.tensors));
  }

  /** Bytes of the given tensors. */
  bytesOf(tensors: Iterable<number>): number {
    return sumOf(tensors, (tensor) => this.graph.tensors[tensor].bytes);
  }

  /** Operations outside a valid state that can run next. */
  ready(state: bigint): number[] {
    return membersOf(this.all & ~state).filter((operation) => (this.predecessors[operation] & ~state) === 0n);
  }

  /** Tensors that an operation outside the state reads. */
  readLater(state: bigint): bigint {
    let tensors = 0n;
    for (const operation of membersOf(this.all & ~state)) tensors |= this.reads[operation];
    return tensors;
  }

  /** Tensors that an operation outside the state writes. */
  writtenLater(state: bigint): bigint {
    let tensors = 0n;
    for (const operation of membersOf(this.all & ~state)) tensors |= this.writes[operation];
    return tensors;
  }

  /** A(S): tensors that an operation of the state reads or writes, and one outside it reads. */
  active(state: bigint): bigint {
    let touched = 0n;
    for (const operation of membersOf(state)) touched |= this.reads[operation] | this.writes[operation];
    return touched & this.readLater(state);
  }
}
