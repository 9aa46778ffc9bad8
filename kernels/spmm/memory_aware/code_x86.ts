/**
 * Machine code of memory-aware aggregation (fastgl): blocks of targets and features whose sums and weights
 * stay in scratch memory.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { type Gpr, low, mem, rsp } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { emitKernel } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import { lowestLanes, wholeVectors } from "../../../hardware/cpu/x86/kernel/whole_vectors.ts";
import type { CsrShape } from "../plans/csr_plan_x86.ts";
import { accumulateChunk, type FeaturePanel } from "./chunk_x86.ts";
import {
  CHUNK_BYTES,
  FEATURES,
  loopTargets,
  MEMORY_AWARE_LAYOUT,
  SCRATCH_BYTES,
  type TargetBlock,
  TARGETS,
} from "./target_block_x86.ts";

/** Emits the number of bytes of the offsets of the longest row's entries. */
function longestRow(block: TargetBlock): Gpr {
  const { kernel } = block, { a } = kernel;
  const longest = kernel.general("longest row"), length = kernel.general("length");
  a.xor(low(longest), low(longest));
  loopTargets(block, (target) => {
    a.mov(low(length), mem(target, 4));
    a.sub(low(length), mem(target));
    a.cmp(longest, length);
    a.cmovb(longest, length);
  });
  a.shl(longest, 2);
  kernel.release(length);
  return longest;
}

/** Emits the sums of one panel of features for the targets of a block. */
function writePanel(block: TargetBlock, longest: Gpr, panel: FeaturePanel): void {
  const { kernel, y } = block, { a } = kernel;
  const zeros = kernel.vector("zeros");
  a.vxorps(zeros, zeros, zeros);
  loopTargets(block, (_target, record) => {
    for (const { at, columns } of panel.vectors) a.vmovups(mem(record, 4 * at), lowestLanes(zeros, columns));
  });
  kernel.release(zeros);

  const chunk = kernel.general("chunk");
  a.xor(low(chunk), low(chunk));
  loop(kernel, { name: "chunk", at: chunk, end: longest, step: CHUNK_BYTES }, () => {
    loopTargets(block, (target, record) => accumulateChunk(block, panel, { target, record, chunk }));
  });
  kernel.release(chunk);

  const row = kernel.general("row of Y"), copied = kernel.vector("partial sum");
  a.mov(row, y);
  loopTargets(block, (_target, record) => {
    for (const { at, columns } of panel.vectors) {
      const some = lowestLanes(copied, columns);
      a.vmovups(some, mem(record, 4 * at));
      a.vmovups(mem(row, 4 * (panel.at + at)), some);
    }
  }, [[row, panel.stride]]);
  kernel.release(row, copied);
}

/** Emits the kernel for a shape; its items are blocks of targets. */
export function emitMemoryAware(isa: InstructionSet, { columns, weighted }: CsrShape): MachineCode {
  return emitKernel(isa, MEMORY_AWARE_LAYOUT, (kernel) => {
    const { a, begin, end, lanes } = kernel, stride = 4 * columns;
    const x = kernel.argument("x"), y = kernel.argument("y");
    kernel.moveToBegin(y, TARGETS * stride);
    const rowPtr = kernel.argument("rowPtr");
    for (const place of [begin, end]) {
      kernel.multiply(place, 4 * TARGETS);
      a.add(place, rowPtr);
    }
    kernel.release(rowPtr);
    const last = kernel.general("last target");
    const block: TargetBlock = { kernel, first: begin, last, x, y };
    a.sub(rsp, SCRATCH_BYTES);
    loop(kernel, { name: "block", at: begin, end, step: 4 * TARGETS, along: [[y, TARGETS * stride]] }, () => {
      a.lea(last, mem(begin, 4 * TARGETS));
      const rowPtrEnd = kernel.argument("rowPtrEnd");
      a.cmp(last, rowPtrEnd);
      a.cmova(last, rowPtrEnd);
      kernel.release(rowPtrEnd);
      const longest = longestRow(block);
      for (let at = 0; at < columns; at += FEATURES) {
        const vectors = wholeVectors(Math.min(FEATURES, columns - at), lanes);
        writePanel(block, longest, { at, vectors, stride, weighted });
      }
      kernel.release(longest);
    });
    a.add(rsp, SCRATCH_BYTES);
  });
}
