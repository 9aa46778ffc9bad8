/**
 * Operands of kernels by neighbour groups between inaccessible pages, and calls of emitted code over them.
 *
 * @module
 */
import assert from "node:assert/strict";
import { neighborGroups } from "../../../../graph/neighbor_groups.ts";
import { ExecutableMemory } from "../../../../hardware/cpu/x86/executable_memory.ts";
import { GuardedRegion, type GuardedSide } from "../../../hardware/cpu/x86/guarded_region.ts";
import type { ArgumentLayout, ArgumentTypes } from "../../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { openMachineCaller } from "../../../../hardware/cpu/x86/machine_call.ts";
import type { MachineCode } from "../../../../hardware/cpu/x86/assembler/assembler.ts";
import { checkOutput } from "../../../../kernels/checks/check_output.ts";
import type { ArgumentValues } from "../../../../kernels/plans/plan_x86.ts";
import { spmm } from "../../../../kernels/spmm/mod.ts";
import { LOOK_AHEAD } from "../../../../kernels/spmm/plans/csr_plan_x86.ts";
import { sourceOffsets } from "../../../../kernels/spmm/plans/device_csr_wasm.ts";
import type { SpmmProblem } from "../../../../kernels/spmm/spmm.ts";

/** Operands of one product by groups; those of single kernels are added to them. */
export class GuardedGroups implements Disposable {
  /** Number of groups. */
  readonly count: number;
  /** Floats of a row of X or Y. */
  readonly columns: number;
  /** Groups on the host. */
  readonly groups: ReturnType<typeof neighborGroups>;
  readonly #problem: SpmmProblem;
  readonly #side: GuardedSide;
  readonly #held = new DisposableStack();
  readonly #regions = new Map<string, GuardedRegion>();

  /** Copies a problem into regions whose neighbours on one side are inaccessible; Y is poisoned. */
  constructor(problem: SpmmProblem, groupSize: number, side: GuardedSide) {
    const { matrix, features, width } = problem;
    this.#problem = problem;
    this.#side = side;
    this.groups = neighborGroups(matrix, groupSize);
    this.count = this.groups.count;
    this.columns = Math.ceil(width / 4) * 4;
    const x = new Float32Array(matrix.cols * this.columns);
    for (let row = 0; row < matrix.cols; row++) {
      for (let at = 0; at < width; at++) x[row * this.columns + at] = features[row * width + at];
    }
    this.add("x", x);
    this.add("y", new Float32Array(matrix.rows * this.columns).fill(NaN));
    this.add("sources", sourceOffsets(matrix.colIdx, 4 * this.columns, LOOK_AHEAD));
    this.add("values", matrix.values ?? new Float32Array());
    this.add("start", this.groups.start);
    this.add("rowOf", this.groups.rowOf);
    this.add("groupPtr", this.groups.groupPtr);
  }

  /** Adds an array of a kernel's own. */
  add(name: string, data: ArrayBufferView): void {
    const region = this.#held.use(new GuardedRegion(data.byteLength, this.#side));
    region.write(data as ArrayBufferView<ArrayBuffer>);
    this.#regions.set(name, region);
  }

  /** Address of an array. */
  address(name: string): bigint {
    return this.#regions.get(name)!.address;
  }

  /** Runs code over all items in three ranges; arguments that are not given are addresses of arrays. */
  call<Types extends ArgumentTypes>(
    { layout, code }: { readonly layout: ArgumentLayout<Types>; readonly code: MachineCode },
    items: number,
    given: Readonly<Record<string, number | bigint>> = {},
  ): void {
    const names = Object.keys(layout.types);
    const values = names.map((name) =>
      [name, given[name] ?? (name.startsWith("first") ? 0 : this.address(name))] as const
    );
    using block = new GuardedRegion(layout.bytes);
    block.write(layout.pack(Object.fromEntries(values) as ArgumentValues<Types>));
    using memory = new ExecutableMemory(code.bytes);
    const run = openMachineCaller();
    const cuts = [0, Math.floor(items / 3), Math.floor(items / 2), items];
    for (let i = 0; i < 3; i++) run(memory.address, block.address, cuts[i], cuts[i + 1]);
    assert.ok(block.isSlackIntact);
  }

  /** Checks Y, its padding, and that nothing beside the operands was written. */
  assertRight(): void {
    const { matrix: { rows }, width } = this.#problem;
    const y = this.#regions.get("y")!.read(new Float32Array(rows * this.columns));
    const compact = Float32Array.from(
      { length: rows * width },
      (_, at) => y[Math.floor(at / width) * this.columns + at % width],
    );
    const report = checkOutput(spmm, this.#problem, compact, { seed: 1 });
    assert.ok(report.ok, `width ${width}: ${JSON.stringify(report)}`);
    assert.ok(y.every((value, at) => at % this.columns < width || value === 0), "padding of Y");
    for (const [name, region] of this.#regions) assert.ok(region.isSlackIntact, `a write beside ${name}`);
  }

  /** Gives the memory back. */
  [Symbol.dispose](): void {
    this.#held.dispose();
  }
}
